import type { Page } from '@playwright/test';
import type { Content } from '@stepwise/api/src/domain/core/content/load-content.ts';
import { logIn } from '../support/accounts.ts';
import { forgetSession } from '../support/forget-session.ts';
import { press, tick } from '../support/press.ts';
import { DEMONSTRATION_PASSWORD } from '../support/staff.ts';
import { readScreen, type Screen } from './read-screen.ts';

/**
 * Every screen of a visitor and of each demonstration participant, over a server with the content. Nothing is chosen by
 * its words or id, so that it walks through any trial. The page's clock stands; the server's is the same.
 */
export async function walkScreens(page: Page, content: Content): Promise<Screen[]> {
  const screens: Screen[] = [];
  const keep = async (title: string) => void screens.push(await readScreen(page, title));
  await readVisitor(page, content, keep);
  for (const read of [readOnboarding, readPlan, readTimeline, readCheckUp]) {
    await forgetSession(page);
    await read(page, keep);
  }
  return screens;
}

type Keep = (title: string) => Promise<void>;

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const logInAs = async (page: Page, name: string) => {
  await forgetSession(page);
  await logIn(page, { email: `${name}@demo.stepwise.example`, password: DEMONSTRATION_PASSWORD });
  await page.getByRole('button', { name: 'Log out' }).waitFor();
};

type Question = Content['survey']['questions'][number];
/** An answer with which anyone is eligible. */
const eligible = ({ options }: Question): string =>
  options.find(
    ({ excludes, excludesUnless, crisis, score }) => !excludes && !excludesUnless && !crisis && !score,
  )?.text ?? '';

async function readVisitor(page: Page, content: Content, keep: Keep): Promise<void> {
  const { questions } = content.survey;
  const choose = (text: string) => tick(page.getByRole('radio', { name: text, exact: true }));
  const next = async (index: number) => {
    await press(button(page, 'Next'));
    if (index + 1 < questions.length) await page.waitForURL(new RegExp(`page=${index + 3}\\b`));
  };
  const begin = async () => {
    await forgetSession(page);
    await page.goto('/survey?page=2');
    await page.getByRole('radio').first().waitFor();
  };
  await page.goto('/');
  await keep('Welcome');
  await press(button(page, 'See the next steps'));
  await keep('The next steps');
  await begin();
  for (const [index, question] of questions.entries()) {
    await keep(`Survey, question ${index + 1}`);
    const crisis = question.options.find((option) => option.crisis);
    if (crisis) {
      await choose(crisis.text);
      await keep(`Survey, question ${index + 1}, with numbers to call`);
    }
    await choose(eligible(question));
    await next(index);
  }
  await page.waitForURL(/page=result/);
  await keep('Survey, eligible');

  await begin();
  await choose(questions[0]?.options[1]?.text ?? '');
  await press(button(page, 'Next'));
  await button(page, 'Come back later').waitFor();
  await keep('Survey, after a life event');
  await press(button(page, 'Come back later'));
  await page.getByRole('link', { name: 'Close' }).waitFor();
  await keep('Survey, come back later');

  await begin();
  for (const [index, question] of questions.entries()) {
    const excluding = index === 0 ? undefined : question.options.find(({ excludes }) => excludes);
    await choose(excluding?.text ?? eligible(question));
    await next(index);
  }
  await page.waitForURL(/page=result/);
  await keep('Survey, not eligible');

  await page.goto('/sign-up');
  await keep('Sign up, see your doctor first');
  await press(button(page, 'I Agree'));
  await press(button(page, 'Sign up'));
  await keep('Sign up, with nothing filled in');
  for (const [path, title] of [
    ['/login', 'Log in'],
    ['/about', 'Privacy statement'],
    ['/account/password-reset', 'Forgot my password'],
    ['/account/accessibility', 'Accessibility'],
    ['/account/help', 'Whom to call'],
  ] as const) {
    await page.goto(path);
    await keep(title);
  }
}

async function readOnboarding(page: Page, keep: Keep): Promise<void> {
  await logInAs(page, 'new');
  await keep('Home, before consent');
  await page.goto('/consent');
  await keep('Consent');
  await page.goto('/consent?step=data');
  await keep('Consent, declined');
  await logInAs(page, 'consented');
  await button(page, 'Save my answers').waitFor();
  await keep('Home, with the questionnaire');
  await logInAs(page, 'plan');
  await keep('Home, with the plan next');
  await logInAs(page, 'usual');
  await keep('Home, with usual care');
  await page.goto('/contact');
  await keep('Helpers');
}

async function readPlan(page: Page, keep: Keep): Promise<void> {
  await logInAs(page, 'timeline');
  for (const path of [...Array.from({ length: 12 }, (_, number) => String(number)), 'summary', 'doctor']) {
    await page.goto(`/plan?page=${path}`);
    await keep(`Plan, ${Number(path) >= 0 ? `page ${path}` : path}`);
  }
}

async function readTimeline(page: Page, keep: Keep): Promise<void> {
  await logInAs(page, 'timeline');
  await page.getByRole('slider').first().waitFor();
  await keep('Home, with the timeline');
  await press(page.locator('summary', { hasText: 'More about your dose' }));
  await keep('Home, more about the dose');
  await press(button(page, 'Another dose'));
  await keep('Home, another dose');
  await press(button(page, 'Cancel'));
  await press(button(page, 'This step is too hard'));
  await keep('Home, a step that is too hard');
  await press(page.getByRole('link', { name: 'Look back' }));
  await keep('Look back');
  await press(page.locator('summary', { hasText: 'As text' }));
  await keep('Look back, as text');
  await page.goto('/contact');
  await keep('Helpers, of the reduction group');
  await page.goto('/consent?step=data');
  await keep('Stop taking part');
  await page.goto('/account/access');
  await keep('Who has looked at your data');
}

/** Last, since it records a day: every symptom, and so with help after it. */
async function readCheckUp(page: Page, keep: Keep): Promise<void> {
  await logInAs(page, 'timeline');
  await press(page.getByRole('link', { name: /^(Start check-up|Do it again)$/ }));
  for (const category of ['sleep', 'mood', 'activity']) {
    await button(page, 'No').waitFor();
    await keep(`Check-up, ${category}`);
    await press(button(page, 'No'));
    await page.getByRole('checkbox').first().waitFor();
    for (const box of await page.getByRole('checkbox').all()) await tick(box);
    await keep(`Check-up, every symptom of ${category}`);
    await press(button(page, 'Next'));
  }
  await button(page, 'Add to time line').waitFor();
  await keep('Check-up, summary');
  await press(button(page, 'Add to time line'));
  await page.getByRole('link', { name: 'Do it again' }).waitFor();
  await keep('Home, with help on');
  await press(page.getByRole('link', { name: 'Help', exact: true }));
  await keep('Whom to call');
}
