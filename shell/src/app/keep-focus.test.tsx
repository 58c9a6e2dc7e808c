import { afterEach, describe, expect, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { keepFocus } from './keep-focus.ts';

afterEach(cleanup);

function Dose({ focusesForm }: { focusesForm: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <section aria-label="Your dose">
        {isOpen ? (
          <input aria-label="Dose in mg" ref={(field) => (focusesForm ? field?.focus() : undefined)} />
        ) : (
          <button type="button" onClick={() => setOpen(true)}>
            Another dose
          </button>
        )}
      </section>
    </main>
  );
}

describe('the focus of a control that goes once it is pressed', () => {
  test('moves to the part of the page that it stood in', async () => {
    const end = keepFocus();
    render(<Dose focusesForm={false} />);
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region')));
    end();
  });

  test('moves to the part around that one where it goes as well', async () => {
    const end = keepFocus();
    render(
      <main>
        <section aria-label="Your dose">
          <button type="button" onClick={({ currentTarget }) => currentTarget.closest('section')?.remove()}>
            Remove it
          </button>
        </section>
      </main>,
    );
    await userEvent.click(screen.getByRole('button'));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
    end();
  });

  test('moves nowhere else where another control was pressed before', async () => {
    const end = keepFocus();
    render(
      <>
        <section aria-label="Yesterday">
          <button type="button">Look back</button>
        </section>
        <Dose focusesForm={false} />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Look back' }));
    await userEvent.click(screen.getByRole('button', { name: 'Another dose' }));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Your dose' })),
    );
    end();
  });

  test('stays with what came in its place and took it', async () => {
    const end = keepFocus();
    render(<Dose focusesForm />);
    await userEvent.click(screen.getByRole('button'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    end();
  });
});
