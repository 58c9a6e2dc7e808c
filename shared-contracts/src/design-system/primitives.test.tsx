// In one file: each primitive has a few lines.
import '@testing-library/jest-dom/jest-globals';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { MemoryRouter } from '@stepwise/tooling/testing/memory-router';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from './button.tsx';
import { CheckboxChoices, RadioChoices } from './choices.tsx';
import { CrisisContacts } from './crisis-contacts.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { Form } from './form.tsx';
import { AnchorButton, LinkButton } from './link-button.tsx';
import { Notice } from './notice.tsx';
import { PageHeading } from './page-heading.tsx';
import { PrintButton } from './print-button.tsx';
import { Progress } from './progress.tsx';
import { SelectField } from './select-field.tsx';
import { Staircase } from './staircase.tsx';
import { TextField } from './text-field.tsx';

afterEach(cleanup);

describe('Button', () => {
  test('inactive, it can be focused, gives its reason and neither clicks nor submits', async () => {
    const clicked = jest.fn();
    const submitted = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={submitted}>
        <Button type="submit" inactiveReason="Choose an answer first." onClick={clicked}>
          Next
        </Button>
      </form>,
    );
    const next = screen.getByRole('button', { name: 'Next' });
    await userEvent.tab();
    expect(next).toHaveFocus();
    expect(next).toHaveAccessibleDescription('Choose an answer first.');
    expect(screen.getByRole('status')).toBeEmptyDOMElement();

    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('status')).toHaveTextContent('Choose an answer first.');
    expect(clicked).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
  });

  test('it keeps focus when it becomes active, and forgets the reason it had shown', async () => {
    const view = render(<Button inactiveReason="Choose an answer first.">Next</Button>);
    await userEvent.click(screen.getByRole('button'));
    view.rerender(<Button>Next</Button>);
    expect(screen.getByRole('button')).toHaveFocus();
    view.rerender(<Button inactiveReason="Choose an answer first.">Next</Button>);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  test('in a form it sends nothing unless it says so', async () => {
    const submitted = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={submitted}>
        <Button>Back</Button>
        <Button type="submit">Next</Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(submitted).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(submitted).toHaveBeenCalledTimes(1);
  });

  test('busy, it does nothing more', async () => {
    const clicked = jest.fn();
    render(
      <Button busy onClick={clicked}>
        Saving…
      </Button>,
    );
    await userEvent.click(screen.getByRole('button'));
    expect(clicked).not.toHaveBeenCalled();
  });
});

describe('links that look like buttons', () => {
  test('one goes within the app, one opens elsewhere without a way back to this page', () => {
    render(
      <MemoryRouter>
        <LinkButton to="/plan">Go</LinkButton>
        <AnchorButton href="https://example.org" newWindow>
          Questionnaire
        </AnchorButton>
      </MemoryRouter>,
    );
    expect(screen.getByRole('link', { name: 'Go' })).toHaveAttribute('href', '/plan');
    const outside = screen.getByRole('link', { name: 'Questionnaire (opens in a new window)' });
    expect(outside).toHaveAttribute('rel', 'noopener noreferrer');
    expect(outside).toHaveAttribute('target', '_blank');
  });
});

describe('TextField', () => {
  function Field({ error }: { error?: string }) {
    const [value, setValue] = useState('');
    return (
      <TextField
        id="password"
        label="Password"
        type="password"
        hint="At least 8 characters."
        error={error}
        value={value}
        onChange={setValue}
      />
    );
  }

  test('label, hint and error belong to the input', () => {
    render(<Field error="This password is too common." />);
    const input = screen.getByLabelText('Password');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('At least 8 characters. Error: This password is too common.');
  });

  test('without hint and error it is described by nothing, and valid', () => {
    render(<TextField id="phone" label="Phone" value="" onChange={() => {}} />);
    const input = screen.getByLabelText('Phone');
    expect(input).not.toHaveAttribute('aria-describedby');
    expect(input).toBeValid();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('a password can be shown and hidden again, by keyboard', async () => {
    render(<Field />);
    const input = screen.getByLabelText('Password');
    await userEvent.type(input, 'correct horse');
    expect(input).toHaveAttribute('type', 'password');
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(input).toHaveAttribute('type', 'text');
    expect(input).toHaveValue('correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input).toHaveAttribute('type', 'password');
  });
});

describe('SelectField', () => {
  const options = [
    { value: 'a', text: 'First' },
    { value: 'b', text: 'Second' },
  ];

  test('its hint belongs to it, and the choice is given on', async () => {
    const chosen = jest.fn();
    const field = { id: 'which', label: 'Which', options, value: 'a', onChange: chosen };
    const view = render(<SelectField {...field} hint="The first is usual." />);
    const select = screen.getByLabelText('Which');
    expect(select).toHaveValue('a');
    expect(select).toHaveAccessibleDescription('The first is usual.');
    await userEvent.selectOptions(select, 'Second');
    expect(chosen).toHaveBeenCalledWith('b');
    view.rerender(<SelectField {...field} />);
    expect(select).not.toHaveAttribute('aria-describedby');
  });
});

describe('Notice', () => {
  test('it is read out at once where it answers what was done, and a warning where it says so', () => {
    const view = render(<Notice title="Saved">Words</Notice>);
    const notice = view.container.firstElementChild;
    expect(screen.queryByRole('alert')).toBeNull();
    expect(notice).toHaveAttribute('data-tone', 'info');
    view.rerender(
      <Notice tone="warning" title="Not saved" announced>
        Words
      </Notice>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('Not saved');
    expect(notice).toHaveAttribute('data-tone', 'warning');
  });
});

test('Form, sent by a browser before the app is there, puts no field into an address', () => {
  const { container } = render(<Form />);
  expect(container.querySelector('form')).toHaveAttribute('method', 'post');
  expect(container.querySelector('form')).toHaveAttribute('action', '/account/without-script');
});

test('PrintButton prints the page', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => {});
  render(<PrintButton />);
  await userEvent.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

describe('ErrorSummary', () => {
  const problems = [{ fieldId: 'email', message: 'Enter an email address.' }];

  test('takes focus at each attempt and links to the field', async () => {
    const view = render(
      <>
        <ErrorSummary problems={problems} />
        <input id="email" aria-label="E-mail" />
      </>,
    );
    expect(screen.getByRole('alert')).toHaveFocus();
    await userEvent.click(screen.getByRole('link', { name: 'Enter an email address.' }));
    expect(screen.getByLabelText('E-mail')).toHaveFocus();

    view.rerender(
      <>
        <ErrorSummary problems={[...problems]} />
        <input id="email" aria-label="E-mail" />
      </>,
    );
    expect(screen.getByRole('alert')).toHaveFocus();
  });

  test('takes focus with a message of no field, and with the next one', async () => {
    const none: typeof problems = [];
    const view = render(<ErrorSummary problems={none} message="No answer came." />);
    expect(screen.getByRole('alert')).toHaveFocus();
    screen.getByRole('alert').blur();
    view.rerender(<ErrorSummary problems={none} message="It was rejected." />);
    expect(screen.getByRole('alert')).toHaveFocus();
  });

  test('shows nothing when nothing is wrong', () => {
    const { container } = render(<ErrorSummary problems={[]} />);
    expect(container).toBeEmptyDOMElement();
  });
});

describe('choices', () => {
  const options = [
    { id: 11, text: 'No' },
    { id: 12, text: 'Yes' },
  ];

  test('a question is a group named by its heading, with nothing chosen beforehand', async () => {
    const chosen = jest.fn();
    render(
      <RadioChoices
        name="q1"
        legend="Have you had a major life event?"
        heading={{}}
        options={options}
        value={null}
        onChange={chosen}
      />,
    );
    expect(screen.getByRole('group', { name: 'Have you had a major life event?' })).toContainElement(
      screen.getByRole('heading', { level: 1 }),
    );
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
    await userEvent.click(screen.getByText('Yes'));
    expect(chosen).toHaveBeenCalledWith(12);
  });

  test('symptoms are ticked on and off, and a warning sign is said in words', async () => {
    const toggled = jest.fn();
    render(
      <CheckboxChoices
        legend="Which of these did you notice?"
        hint="Since yesterday."
        error="Choose one or more."
        options={[
          { id: 1, text: 'Anxious' },
          { id: 2, text: 'Low most of the day', warningSign: true },
        ]}
        values={[1]}
        onToggle={toggled}
      />,
    );
    expect(screen.getByRole('group')).toHaveAccessibleDescription('Since yesterday. Choose one or more.');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Anxious' }));
    await userEvent.click(screen.getByRole('checkbox', { name: /Low most of the day.*warning sign/ }));
    expect(toggled.mock.calls).toEqual([
      [1, false],
      [2, true],
    ]);
  });
});

describe('PageHeading', () => {
  const userActivation = (hasBeenActive: boolean) =>
    Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive }, configurable: true });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'userActivation');
  });

  test('a new step moves focus to it and sets the title', () => {
    userActivation(true);
    const titled = jest.fn();
    const view = render(
      <>
        <PageHeading focusKey={1} onTitle={titled}>
          Sleep
        </PageHeading>
        <button type="button">Next</button>
      </>,
    );
    screen.getByRole('button').focus();
    view.rerender(
      <>
        <PageHeading focusKey={2} onTitle={titled}>
          Mood
        </PageHeading>
        <button type="button">Next</button>
      </>,
    );
    expect(screen.getByRole('heading', { name: 'Mood' })).toHaveFocus();
    expect(titled.mock.calls).toEqual([['Sleep'], ['Mood']]);
  });

  test('the first view of a document leaves focus alone, as does one whose markup does not answer yet', () => {
    userActivation(false);
    const view = render(<PageHeading>Welcome</PageHeading>);
    expect(document.body).toHaveFocus();
    view.unmount();
    userActivation(true);
    document.body.setAttribute('data-server-markup', '');
    render(<PageHeading>Welcome</PageHeading>);
    expect(document.body).toHaveFocus();
    document.body.removeAttribute('data-server-markup');
  });

  test('the title of the page is its own where it is not the heading’s text', () => {
    const titled = jest.fn();
    render(
      <PageHeading title="Home" onTitle={titled}>
        Hello, {'Alex'}
      </PageHeading>,
    );
    expect(titled.mock.calls).toEqual([['Home']]);
  });
});

test('progress is read once, in words', () => {
  render(<Progress label="Question 4 of 14" value={4} max={14} />);
  expect(screen.getByText('Question 4 of 14')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('the staircase is an image with a name that says it all', () => {
  const steps = [{ date: '2026-11-20', dose: 20 }];
  const view = render(<Staircase steps={steps} />);
  expect(screen.getByRole('img', { name: 'Doses by date: 20 mg from 20/11/2026.' })).toBeVisible();
  expect(screen.queryByText(/^Today/)).toBeNull();
  view.rerender(<Staircase steps={steps} today="2026-11-22" />);
  const name = 'Doses by date: 20 mg from 20/11/2026. Today: 20 mg.';
  const texts = [...screen.getByRole('img', { name }).querySelectorAll('text')];
  expect(texts.map(({ textContent }) => textContent)).toEqual(['20 mg', '20/11', 'Today, 22/11']);
  view.rerender(<Staircase steps={[]} />);
  expect(view.container).toBeEmptyDOMElement();
});

test('the crisis contacts are one tap away', () => {
  render(
    <CrisisContacts
      announced
      contacts={[
        { name: 'Emergency', label: 'police or ambulance', number: '000', tel: 'tel:000' },
        { name: 'Lifeline', label: '24 hours', number: '13 11 14', tel: 'tel:131114' },
      ]}
    />,
  );
  expect(screen.getByRole('alert')).toContainElement(screen.getByRole('link', { name: 'Call 000' }));
  expect(screen.getByRole('link', { name: 'Call 13 11 14' })).toHaveAttribute('href', 'tel:131114');
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Emergency, police or ambulanceCall 000',
    'Lifeline, 24 hoursCall 13 11 14',
  ]);
  expect(screen.getAllByRole('link').map(({ dataset }) => dataset.variant)).toEqual(['danger', 'quiet']);
});
