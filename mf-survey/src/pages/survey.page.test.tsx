// In one file: every page of the survey is reached through those before it.
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { surveyData, surveySaveOption, surveyScore } from '@stepwise/shared-contracts/calls/survey.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { SurveyScore } from '@stepwise/shared-contracts/entities/survey';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { useNavigate } from '@stepwise/shared-contracts/router';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildAllData, buildSurvey, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { MemoryRouter, Route, Routes } from '@stepwise/tooling/testing/memory-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { SurveyPage } from './survey.page.tsx';

const QUESTIONS = buildSurvey({
  questions: [
    {
      id: 1,
      text: 'A major life event?',
      options: [
        { id: 101, text: 'No', crisis: false },
        { id: 102, text: 'Yes', crisis: false },
      ],
    },
    {
      id: 2,
      text: 'How old are you?',
      options: [
        { id: 201, text: 'Under 18', crisis: false },
        { id: 202, text: '18 to 75', crisis: false },
      ],
    },
    {
      id: 3,
      text: 'Thoughts of harming yourself?',
      list: ['Thoughts', 'Plans'],
      options: [
        { id: 301, text: 'Never', crisis: false },
        { id: 302, text: 'Now', crisis: true },
      ],
    },
  ],
  answers: [null, null, null],
}).questions;

const ELIGIBLE: SurveyScore = { eligible: true, predict: 0, group: 'low', homestep: 0, user: null };

function BrowserBack() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate(-1)}>
      Back of the browser
    </button>
  );
}

/** The survey with a fake server that stores answers in its session. */
function openSurvey({
  at = '/survey',
  answers = [null, null, null] as (number | null)[],
  loggedIn = false,
  loaded = true,
  /** This shell has the numbers at the top of the window. */
  hasHelpLine = false,
} = {}) {
  const host = createFakeHost(loggedIn ? { data: buildAllData() } : {});
  if (hasHelpLine) host.focusHelp = () => {};
  const server = { answers: new Map(QUESTIONS.map(({ id }, index) => [id, answers[index] ?? null])) };
  const survey = () => ({
    questions: QUESTIONS,
    answers: QUESTIONS.map(({ id }) => server.answers.get(id) ?? null),
  });
  const outcome = { score: ELIGIBLE as SurveyScore };
  host.answer(surveyData, () => ({ body: survey() }));
  host.answer(surveySaveOption, (body) => {
    const { questionId, optionId } = body as { questionId: number; optionId: number };
    server.answers.set(questionId, optionId);
    return { status: 204 };
  });
  host.answer(surveyScore, () => {
    if ([...server.answers.values()].includes(null)) {
      throw new CallError('unprocessable', 'Questions are unanswered.', { status: 422 });
    }
    return { body: outcome.score };
  });
  if (loaded) host.store.server.setState({ surveyQuestions: QUESTIONS, surveyAnswers: answers });
  const { container } = render(
    <HostProvider services={host}>
      <MemoryRouter initialEntries={['/', at]}>
        <BrowserBack />
        <Routes>
          <Route path="/survey" element={<SurveyPage />} />
          <Route path="/" element={<p>the front page</p>} />
          <Route path="/sign-up" element={<p>the sign-up page</p>} />
        </Routes>
      </MemoryRouter>
    </HostProvider>,
  );
  return { host, server, survey, outcome, container, person: userEvent.setup() };
}

type Person = ReturnType<typeof userEvent.setup>;
const press = (person: Person, name: string) => person.click(screen.getByRole('button', { name }));
const choose = (person: Person, name: string) => person.click(screen.getByRole('radio', { name }));
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

const answerAll = async (person: Person) => {
  await press(person, 'See the next steps');
  await press(person, 'Do the survey');
  for (const answer of ['No', '18 to 75', 'Never']) {
    await choose(person, answer);
    await press(person, 'Next');
  }
};

const CONGRATULATIONS = 'Congratulations! You are eligible to continue using the product.';

let print: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  print = jest.spyOn(window, 'print').mockImplementation(() => {});
});

describe('from the welcome page to the result', () => {
  test('takes an eligible visitor from the welcome page to sign-up', async () => {
    const { person, host } = openSurvey();
    expect(screen.queryByRole('button', { name: 'Tell me more' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    await answerAll(person);
    await heading(CONGRATULATIONS);
    expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/');
    await person.click(screen.getByRole('link', { name: 'Sign up' }));
    screen.getByText('the sign-up page');
    expect(host.titles).toEqual([
      'Welcome',
      'The next steps',
      'Is the product for you?',
      'Question 2 of 3',
      'Question 3 of 3',
      'Checking your answers...',
      CONGRATULATIONS,
    ]);
    expect(host.sent.filter(({ path }) => path === surveyScore.path)).toHaveLength(1);
  });

  test('shows a participant more on the welcome page and links Home from the result', async () => {
    const { person, host, outcome } = openSurvey({ loggedIn: true });
    outcome.score = { ...ELIGIBLE, homestep: 1, user: buildUser({ surveydone: true, homestep: 1 }) };
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
    await press(person, 'Tell me more');
    const meaning = screen.getByRole('region', { name: 'What taking part means' });
    expect(meaning.textContent).toContain('We contact the other group in 3 months.');
    expect(meaning.textContent).toContain('surveys after 3, 6, 12, 18 and 24 months.');
    await press(person, 'Tell me more');
    expect(screen.queryByRole('region')).toBeNull();
    await answerAll(person);
    await heading(CONGRATULATIONS);
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
    await person.click(screen.getByRole('link', { name: 'Home' }));
    screen.getByText('the front page');
    expect(host.store.getState().user).toMatchObject({ surveydone: true, homestep: 1 });
  });

  test('shows an ineligible visitor the alternatives, without a link Home', async () => {
    const { person, outcome } = openSurvey();
    outcome.score = { ...ELIGIBLE, eligible: false };
    await answerAll(person);
    await heading('Now is not the best time');
    screen.getByText(
      'Thank you for your time. Now is not the best time to continue using the product. You may like to talk to your GP about other options relating to your antidepressants.',
    );
    screen.getByText(/come back in 2 weeks/);
    screen.getByText(/join other research/);
    const team = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(team.slice(0, 2)).toEqual(['tel:0355500000', 'mailto:team@example.org']);
    expect(screen.queryByRole('link', { name: 'Home' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull();
    await press(person, 'Print');
    expect(print).toHaveBeenCalledTimes(1);
  });
});

test('shows the number of questions on the first page', async () => {
  const { person } = openSurvey({ at: '/survey?page=2' });
  screen.getByRole('heading', { level: 1, name: 'Is the product for you?' });
  screen.getByText(/^3 questions, up to about 10 minutes/);
  screen.getByRole('group', { name: 'A major life event?' });
  await press(person, 'Back');
  await heading('The next steps');
  await press(person, 'Back');
  screen.getByRole('button', { name: 'See the next steps' });
});

describe('a life event', () => {
  test('warns, and the survey can continue', async () => {
    const { person } = openSurvey({ at: '/survey?page=2' });
    await choose(person, 'Yes');
    await press(person, 'Next');
    await heading('You answered: Yes');
    screen.getByText('This answer suggests that now might not be the best time for you to try the program.');
    await press(person, 'Continue the survey');
    await heading('How old are you?');
  });

  test('can be closed until later', async () => {
    const { person } = openSurvey({ at: '/survey?page=2' });
    await choose(person, 'Yes');
    await press(person, 'Next');
    await press(person, 'Come back later');
    await heading('Thank you for your time');
    await person.click(screen.getByRole('link', { name: 'Close' }));
    screen.getByText('the front page');
  });
});

test('a participant is not asked to sign up in the next steps', async () => {
  const { person } = openSurvey({ loggedIn: true });
  await press(person, 'See the next steps');
  screen.getByRole('heading', { name: 'Consent to participate' });
  expect(screen.queryByRole('heading', { name: 'Sign up' })).toBeNull();
});

describe('a question', () => {
  test('keeps Next inactive until there is an answer, and says why', async () => {
    const { person } = openSurvey({ at: '/survey?page=2' });
    const next = screen.getByRole('button', { name: 'Next' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    expect(document.getElementById(next.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Choose an answer to go on.',
    );
    await person.click(next);
    screen.getByRole('heading', { name: 'Is the product for you?' });
    await choose(person, 'No');
    expect(next.getAttribute('aria-disabled')).toBeNull();
  });

  test('keeps the answers on Back', async () => {
    const { person } = openSurvey({ at: '/survey?page=2' });
    await choose(person, 'No');
    await press(person, 'Next');
    await heading('How old are you?');
    screen.getByText('Question 2 of 3');
    expect(document.querySelector('progress')?.position).toBeCloseTo(2 / 3);
    await press(person, 'Back');
    await heading('Is the product for you?');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(true);
  });

  test('shows the crisis contacts at once for self-harm, and again with the result', async () => {
    const { person } = openSurvey({ at: '/survey?page=4', answers: [101, 202, null] });
    expect(screen.queryByRole('link', { name: 'Call 000' })).toBeNull();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Thoughts', 'Plans']);
    await choose(person, 'Now');
    within(screen.getByRole('alert')).getByRole('link', { name: 'Call 000' });
    within(screen.getByRole('alert')).getByRole('link', { name: 'Call 13 11 14' });
    await press(person, 'Next');
    await heading(CONGRATULATIONS);
    screen.getByRole('link', { name: 'Call 000' });
  });
});

test.each([
  ['/survey?page=4', 'Thoughts of harming yourself?'],
  ['/survey?page=result', CONGRATULATIONS],
])('the crisis contacts are not repeated on %s where the shell shows them', async (at, title) => {
  openSurvey({ at, answers: [101, 202, 302], hasHelpLine: true });
  await heading(title);
  expect(screen.queryByRole('link', { name: 'Call 000' })).toBeNull();
});

describe('scoring', () => {
  test('scores an answer edited from the summary again and returns to the summary', async () => {
    const { person, outcome, server } = openSurvey({ at: '/survey?page=result', answers: [101, 202, 301] });
    await heading(CONGRATULATIONS);
    expect(screen.queryByRole('link', { name: 'Call 000' })).toBeNull();
    outcome.score = { ...ELIGIBLE, eligible: false };
    await person.click(screen.getByRole('link', { name: 'Edit the answer to: How old are you?' }));
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await choose(person, 'Under 18');
    await press(person, 'Return to the summary');
    await heading('Now is not the best time');
    expect(server.answers.get(2)).toBe(201);
    expect(screen.getByText('Under 18').tagName).toBe('DD');
    await press(person, 'Back');
    await heading('Thoughts of harming yourself?');
  });

  test('prints the summary with the day of the person’s place', async () => {
    const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Pacific/Honolulu' };
    const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    openSurvey({ at: '/survey?page=result', answers: [101, 202, 301] });
    await heading(CONGRATULATIONS);
    screen.getByText(/^Stepwise, eligibility survey, 19\/11\/2026\./);
    zone.mockRestore();
  });

  test('returns to the summary after a life event that was chosen from there', async () => {
    const { person } = openSurvey({ at: '/survey?page=result', answers: [101, 202, 301] });
    await heading(CONGRATULATIONS);
    await person.click(screen.getByRole('link', { name: 'Edit the answer to: A major life event?' }));
    await choose(person, 'Yes');
    await press(person, 'Return to the summary');
    await press(person, 'Continue the survey');
    await heading(CONGRATULATIONS);
  });

  test('shows an error when scoring fails, and retries', async () => {
    const { person, host } = openSurvey({ at: '/survey?page=4', answers: [101, 202, 301] });
    host.answer(surveyScore, () => {
      throw new CallError('unreachable', 'No answer came.');
    });
    await press(person, 'Next');
    await heading('Your answers could not be checked');
    const scored = Promise.withResolvers<{ body: SurveyScore }>();
    host.answer(surveyScore, () => scored.promise);
    await press(person, 'Try again');
    await heading('Checking your answers...');
    scored.resolve({ body: ELIGIBLE });
    await heading(CONGRATULATIONS);
  });

  test('sends answers given offline before scoring', async () => {
    const { person, host, server } = openSurvey({ at: '/survey?page=2' });
    const respond = (body: unknown) => {
      const { questionId, optionId } = body as { questionId: number; optionId: number };
      server.answers.set(questionId, optionId);
      return { status: 204 as const };
    };
    host.answer(surveySaveOption, () => {
      throw new CallError('unreachable', 'No answer came.');
    });
    await choose(person, 'No');
    await press(person, 'Next');
    await choose(person, '18 to 75');
    await press(person, 'Next');
    host.answer(surveySaveOption, respond);
    await choose(person, 'Never');
    await press(person, 'Next');
    await heading(CONGRATULATIONS);
    expect([...server.answers.values()]).toEqual([101, 202, 301]);
  });

  test('sends all answers again when the session has ended', async () => {
    const { person, server } = openSurvey({ at: '/survey?page=4', answers: [101, 202, 301] });
    server.answers = new Map([
      [1, null],
      [2, null],
      [3, null],
    ]);
    await press(person, 'Next');
    await heading(CONGRATULATIONS);
    expect([...server.answers.values()]).toEqual([101, 202, 301]);
  });
});

describe('an incomplete survey', () => {
  test('opens the first unanswered question instead of the result', async () => {
    const { person } = openSurvey({ at: '/survey?page=result', answers: [101, null, 301] });
    await heading('How old are you?');
    screen.getByText('This question has no answer yet.');
    await choose(person, '18 to 75');
    expect(screen.queryByText('This question has no answer yet.')).toBeNull();
    await press(person, 'Back of the browser');
    screen.getByText('the front page');
  });

  test('is not opened for who left the result before the score came', async () => {
    const { host, person, survey } = openSurvey({ at: '/survey?page=result', answers: [101, 202, 301] });
    const scored = Promise.withResolvers<never>();
    host.answer(surveyScore, () => scored.promise);
    host.answer(surveyData, () => ({ body: { ...survey(), answers: [101, null, null] } }));
    await press(person, 'Back of the browser');
    scored.reject(new CallError('unprocessable', 'Questions are unanswered.', { status: 422 }));
    await waitFor(() => expect(host.store.getState().surveyAnswers).toEqual([101, null, null]));
    await act(async () => {});
    screen.getByText('the front page');
  });

  test('opens the very first question where that has no answer', async () => {
    openSurvey({ at: '/survey?page=result', answers: [null, 202, 301] });
    await screen.findByText('This question has no answer yet.');
  });

  test('opens the first unanswered question instead of a later page', async () => {
    openSurvey({ at: '/survey?page=4', answers: [101, null, null] });
    await heading('How old are you?');
  });
});

test('loads the survey again on retry, as often as it takes', async () => {
  const { host, survey, person } = openSurvey({ loaded: false });
  host.answer(surveyData, () => {
    throw new CallError('unreachable', 'No answer came.');
  });
  await press(person, 'See the next steps');
  await press(person, 'Do the survey');
  await heading('The survey could not be loaded');
  await press(person, 'Try again');
  await screen.findByText(/^That did not work/);
  const answered = Promise.withResolvers<{ body: ReturnType<typeof survey> }>();
  let asked = 0;
  host.answer(surveyData, () => {
    asked += 1;
    return answered.promise;
  });
  await press(person, 'Try again');
  await press(person, 'Try again');
  answered.resolve({ body: survey() });
  await heading('Is the product for you?');
  expect(asked).toBe(1);
});

test.each(['/survey', '/survey?page=1', '/survey?page=2', '/survey?page=4', '/survey?page=result'])(
  'has no axe violation on %s',
  async (at) => {
    const { container } = openSurvey({ at, answers: [102, 202, 302], loggedIn: true });
    if (at.endsWith('result')) await heading(CONGRATULATIONS);
    expect(await accessibilityViolations(container)).toEqual([]);
  },
);
