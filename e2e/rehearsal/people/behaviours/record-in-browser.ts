import type { Page } from '@playwright/test';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { SERVER_MARKUP } from '@stepwise/shared-contracts/federation/names';
import type { Rehearsal } from '../../context.ts';
import { documentsOn } from '../../model/documents.ts';
import { reconsentAsked } from '../../model/person.ts';
import type { CheckUp } from '../../model/records.ts';
import { compareHome, comparePlan } from '../compare-pages.ts';
import { look } from '../look.ts';
import { openApp } from '../open-app.ts';
import { isSettled, type Person, todayOf } from '../person.ts';
import { keepCheckUp } from './record-day.ts';

/** The rehearsal's first days. One check-up in `people` is made in a browser then, or in `first` of a few people; in `later` afterwards. */
const FIRST_DAYS = 42;
const EVERY = { first: 12, later: 600 };

const QUESTIONS = [
  {
    category: 'sleep',
    question: 'Did you sleep well last night?',
    list: 'Which of these did you notice in your sleep?',
  },
  {
    category: 'mood',
    question: 'Was your mood good today?',
    list: 'Which of these did you notice in your mood?',
  },
  {
    category: 'active',
    question: 'Were you as active as you wanted to be today?',
    list: 'Which of these got in the way of being active?',
  },
] as const;

/** Whether a person makes this day's check-up in a real browser; the same in each run of a seed. */
export function usesBrowser({ day, plan }: Rehearsal, { index }: Person): boolean {
  const every = day() < FIRST_DAYS ? Math.max(EVERY.first, plan.people) : EVERY.later;
  return (day() * 7 + index * 3) % every === 0;
}

/** Opens Home and the plan in a browser, and makes the check-up by its screens. Says whether it could. */
export async function recordInBrowser(rehearsal: Rehearsal, person: Person, made: CheckUp): Promise<boolean> {
  const { content, stack, watch } = rehearsal;
  const truth = documentsOn(content, person.facts, todayOf(rehearsal, person), stack.now());
  if (!truth || reconsentAsked(content, person.facts) || !isSettled(rehearsal, person)) return false;
  await look(rehearsal, person);
  const app = await openApp(rehearsal, person.phone, made.madeAt, made.zone);
  if (!app) return false;
  const { page, close } = app;
  try {
    await page.goto('/plan');
    await whenAnswering(page);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    comparePlan(rehearsal, person, 'plan in a browser', await contentOf(page), truth);
    await page.goto('/');
    await whenAnswering(page);
    const start = page.getByRole('link', { name: /^(Start check-up|Do it again)$/ });
    await start.waitFor();
    compareHome(rehearsal, person, 'Home in a browser', await contentOf(page), truth);
    await start.click();
    await answerQuestions(page, person, made);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().endsWith(saveRecord.path)),
      page.getByRole('button', { name: 'Add to time line', exact: true }).click(),
    ]);
    watch.compare('check-up in a browser', person.name, answer.status(), 200);
    keepCheckUp(rehearsal, person, made, (await answer.json()).record);
    await page.getByRole('heading', { name: /Today is on your timeline/ }).waitFor();
    watch.count('check-ups made in a browser');
  } finally {
    await close();
  }
  return true;
}

async function answerQuestions(page: Page, { facts }: Person, made: CheckUp): Promise<void> {
  const next = () => page.getByRole('button', { name: 'Next', exact: true }).click();
  const tick = async (text: string) =>
    page
      .locator('.choice')
      .filter({ has: page.getByText(text, { exact: true }) })
      .getByRole('checkbox')
      .check();
  for (const { category, question, list } of QUESTIONS) {
    await atStep(page, question);
    await page.getByRole('button', { name: made[category] ? 'Yes' : 'No', exact: true }).click();
    if (made[category]) continue;
    await atStep(page, list);
    const listed = facts.symptoms.filter((each) => each.category === category).map(({ text }) => text);
    for (const { text } of made.symptoms) if (listed.includes(text)) await tick(text);
    await next();
  }
  if (made.active) {
    await atStep(page, 'Which of these did you do today?');
    for (const text of made.activities) await tick(text);
    await next();
  }
  await atStep(page, 'All done for today');
}

// Unlike the journeys' helpers, which wait as long as an assertion may take, these wait as long as the context does.

/** Once the app has taken the server's words over: until then nothing answers. */
const whenAnswering = (page: Page): Promise<void> =>
  page.locator(`[${SERVER_MARKUP}]`).waitFor({ state: 'detached' });

/** A step has come once its heading has the focus. */
const atStep = (page: Page, heading: string): Promise<void> =>
  page
    .locator(':focus')
    .and(page.getByRole('heading', { name: heading, exact: true }))
    .waitFor();

/** React separates texts by comments. */
const contentOf = async (page: Page): Promise<string> => (await page.content()).replaceAll('<!-- -->', '');
