import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { followUpDone } from '@stepwise/shared-contracts/calls/follow-up.calls';
import { reportDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import type { Client } from '@stepwise/shared-contracts/client/client';
import { addDays, formatDate, formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { type HomePart, homeParts } from '@stepwise/shared-contracts/stage/home-parts';
import { STAGES, type Stage, trialStage } from '@stepwise/shared-contracts/stage/trial-stage';
import { EMPTY_STATE } from '@stepwise/shared-contracts/store/participant-state';
import { forgetSession } from '../support/forget-session.ts';
import { type Account, allocated, clientOf, signedUp } from '../support/participants.ts';
import { CHECKOUT_BUILD, type LocalStack, startStack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';

const DAY_MS = 86_400_000;
/** Later than the database's own clock; an evening in Melbourne. */
const START = Date.parse('2035-03-07T19:00:00+11:00');
const FIRST_DAY = '2035-03-07';
const dayAt = (days: number) => addDays(FIRST_DAY, days);
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 360, height: 640 };
const MAX_HEIGHT = 1400;
const MAX_WORDS = 150;

/** What only one part of Home says: none of it stands there where the table of `trialStage` does not show the part. */
const WORDS_OF_PARTS: Record<HomePart, readonly string[]> = {
  help: ['If you might hurt yourself'],
  reconsent: ['The consent form has changed'],
  'follow-up': ['Ready on another website', 'I have done it'],
  onboarding: ['Re-try', 'You are on step'],
  'next-follow-up': ['We will contact you in 3 months', 'We write to you when it is due'],
  'left-plan': ['You have left the plan'],
  'left-trial': ['You have left the trial'],
  closing: ['The trial has ended for you', 'The trial ends for you'],
  step: [
    'Which dose do you take?',
    'Have you talked to',
    'Good to see you',
    'Which dose are you taking now?',
  ],
  'check-up': ['How was today?', 'Start check-up'],
  yesterday: ['How was yesterday?'],
  dose: ['Today’s dose'],
  timeline: ['Your timeline', 'Look back'],
  info: ['Good to know'],
};
/** What only these stages say of the step. */
const WORDS_OF_STAGES: readonly [words: string, stages: readonly Stage[]][] = [
  ['Ready when you are', ['ready-to-start']],
  ['Next step:', ['reducing']],
  ['Have you talked to', ['step-announced']],
  ['Which dose do you take?', ['step-due']],
  ['I stay for now', ['step-due']],
  ['We ask again', ['staying']],
  ['You went back to', ['gone-back']],
  ['Your next step waits for a new day', ['gone-back']],
  ['You have come all the way', ['last-step-taken']],
  ['stay on my present dose', []],
];

/** One look at what a person is shown on an evening. `next`: days after the start; `waits` for a day. */
interface Look {
  name: string;
  stage: Stage;
  next?: number | 'waits';
  /** Home asks for the dose, or waits for the first check-up, and says nothing of the next step meanwhile. */
  isUnsaidAtHome?: boolean;
}

/** A server whose clock is moved by starting it again. */
async function startWithClock() {
  const settings = {
    FIXED_TIME: new Date(START).toISOString(),
    NODE_OPTIONS: `--import=${join(import.meta.dirname, '../support/fixed-clock.ts')}`,
  };
  const stack = await startStack(CHECKOUT_BUILD, settings);
  return {
    stack,
    async moveTo(days: number) {
      settings.FIXED_TIME = new Date(START + days * DAY_MS).toISOString();
      await stack.restart();
    },
  };
}

/** The person who uses the browser, on the evening that many days after the start. */
class Person {
  private days = 0;
  private readonly page: Page;
  private readonly stack: LocalStack;
  private readonly account: Account;

  constructor(page: Page, stack: LocalStack, account: Account) {
    this.page = page;
    this.stack = stack;
    this.account = account;
  }

  /** Their session on that evening. */
  async at(days: number): Promise<Client> {
    this.days = days;
    await forgetSession(this.page);
    await this.page.clock.setFixedTime(START + days * DAY_MS);
    const client = clientOf(this.page, this.stack.url);
    await client.send(loginCheck, undefined);
    const { email: username, password } = this.account;
    await client.send(loginUser, { username, password });
    return client;
  }

  /** Opens Home, the plan and the doctor's sheet, and expects of each what the table says. */
  async look({ name, stage, next, isUnsaidAtHome = false }: Look): Promise<void> {
    const { page, stack } = this;
    const data = await dataOf(page, stack.url);
    const found = trialStage({ ...EMPTY_STATE, ...data }, null, dayAt(this.days));
    if (!found) throw new Error('There is no stage.');
    expect(found.stage, name).toBe(stage);
    await open(page, stack.url);
    const said = await expectHome(page, name);
    const parts = homeParts(found, data.records.length > 0);
    for (const [part, words] of Object.entries(WORDS_OF_PARTS))
      for (const each of words)
        if (!parts.includes(part as HomePart)) expect.soft(said, `${name}: no ${part}`).not.toContain(each);
    for (const [words, stages] of WORDS_OF_STAGES)
      if (!stages.includes(stage)) expect.soft(said, name).not.toContain(words);
    if (!parts.includes('dose') && stage !== 'left-plan') return;
    if (!isUnsaidAtHome) expect.soft(said, `${name}: Home`).toMatch(this.atHome(next));
    await open(page, `${stack.url}/plan?page=summary`);
    expect.soft(await firstAhead(page), `${name}: plan`).toMatch(this.onPlan(next));
    await open(page, `${stack.url}/plan?page=doctor`);
    const sheet = page.locator('dt', { hasText: 'Next dose' }).locator('xpath=following-sibling::dd');
    await expect
      .soft(sheet, `${name}: doctor's sheet`)
      .toHaveText(
        typeof next === 'number' ? new RegExp(`planned from ${formatDate(dayAt(next))}$`) : 'None is planned',
      );
  }

  private atHome(next: Look['next']): RegExp {
    if (next === undefined) return /^(?!.*(Next step|planned from))/i;
    if (next === 'waits') return /waits for a new day|ask again when you say/;
    if (next === this.days) return /Planned from today/;
    const day = dayAt(next);
    const [, month] = formatDateInWords(day).match(/ (\d+ \w+)$/) ?? [];
    return new RegExp(`on ${formatDate(day)}|on ${formatDateInWords(day)}|from ${month}`);
  }

  private onPlan(next: Look['next']): RegExp {
    if (next === undefined) return /^$/;
    return next === 'waits' ? /waits for a new day/ : new RegExp(`from ${formatDate(dayAt(next))}`);
  }
}

/** The first step of the plan's list that is not in force; empty where none is ahead. */
async function firstAhead(page: Page): Promise<string> {
  const table = page.getByRole('table', { name: /step by step$/ });
  await table.waitFor();
  const texts = await table.locator('tbody').allInnerTexts();
  return (texts[1] ?? '').replace(/\s+/g, ' ');
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** The height of `main`, its visible words without the plot's labels, and its filled buttons. */
const measure = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('svg, .visually-hidden, [role="slider"]')) continue;
      if (parent.checkVisibility({ checkVisibilityCSS: true })) texts.push(node.textContent ?? '');
    }
    const filled = [...main.querySelectorAll('.button')].filter(
      (button) => !button.getAttribute('data-variant') || button.getAttribute('data-variant') === 'filled',
    );
    return {
      height: main.getBoundingClientRect().height,
      said: texts.join(' ').replace(/\s+/g, ' ').trim(),
      filled: filled.map((button) => {
        const { left, width, top, bottom } = button.getBoundingClientRect();
        // With nothing over it, such as the navigation at the bottom.
        const isUncovered = [top + 1, bottom - 1].every((y) =>
          button.contains(document.elementFromPoint(left + width / 2, y)),
        );
        return { text: button.textContent, isInSight: isUncovered };
      }),
    };
  });

/** Home is short and has one filled button at most, in sight on a small phone. Gives what it says. */
async function expectHome(page: Page, name: string): Promise<string> {
  await page.setViewportSize(PHONE);
  const { height, said } = await measure(page);
  const words = said.split(' ').length;
  expect.soft(height, `${name}: height`).toBeLessThanOrEqual(MAX_HEIGHT);
  expect.soft(words, `${name}: words`).toBeLessThanOrEqual(MAX_WORDS);
  await page.setViewportSize(SMALL_PHONE);
  const small = await measure(page);
  expect.soft(small.filled.length, `${name}: filled buttons`).toBeLessThanOrEqual(1);
  for (const { text, isInSight } of small.filled)
    expect.soft(isInSight, `${name}: ${text} is in sight`).toBe(true);
  const path = test.info().outputPath(`${name.replaceAll(/\W+/g, '-')}.png`);
  await page.screenshot({ path, fullPage: true });
  await test.info().attach(name, { path });
  return said;
}

/** Good and bad days, as they come, the last at the evening before. */
async function record(client: Client, from: number, to: number): Promise<void> {
  for (let day = from; day < to; day++)
    await client.send(saveRecord, {
      ...{ sleep: day % 3 > 0, mood: day % 4 > 0, active: day % 5 > 1, symptoms: [], activities: [] },
      recordedAt: new Date(START + day * DAY_MS).toISOString(),
      localDate: dayAt(day),
    });
}

test('Home says what is true in every state over 27 months, in both arms', { tag: '@nightly' }, async ({
  page,
}) => {
  test.setTimeout(600_000);
  const { stack, moveTo } = await startWithClock();
  const seen = new Set<Stage>();
  const look = async (person: Person, looked: Look) => {
    seen.add(looked.stage);
    await person.look(looked);
  };
  try {
    await page.clock.setFixedTime(START);
    const leaver = new Person(page, stack, await onTimeline(page, stack.url));
    await forgetSession(page);
    const newcomer = new Person(page, stack, await signedUp(page, stack.url));
    const alex = new Person(page, stack, await onTimeline(page, stack.url));
    const sam = new Person(page, stack, await onTimeline(page, stack.url));
    const usual = new Person(page, stack, await allocated(page, stack.url, 'usual-care'));
    await newcomer.at(0);
    await look(newcomer, { name: 'survey done', stage: 'onboarding' });
    await usual.at(0);
    await look(usual, { name: 'usual care, month 0', stage: 'follow-up-only' });
    await record(await sam.at(0), 0, 1);
    let client = await alex.at(0);
    await look(alex, { name: 'ready to start', stage: 'ready-to-start', next: 28, isUnsaidAtHome: true });
    await record(client, 0, 1);
    await look(alex, { name: 'the first check-up', stage: 'reducing', next: 28 });

    await moveTo(21);
    await record(await alex.at(21), 1, 21);
    await look(alex, { name: 'step announced', stage: 'step-announced', next: 28 });

    await moveTo(28);
    client = await sam.at(28);
    await record(client, 1, 28);
    const stay = (until: string | null) => ({ day: dayAt(28), dose: 100, step: null, stay: { until } });
    await client.send(reportDose, stay(null));
    await look(sam, { name: 'staying until they say', stage: 'staying', next: 'waits' });
    client = await alex.at(28);
    await record(client, 21, 28);
    await look(alex, { name: 'step due', stage: 'step-due', next: 28 });
    await client.send(reportDose, stay(dayAt(42)));
    await look(alex, { name: 'staying for two weeks', stage: 'staying', next: 42 });

    await moveTo(50);
    client = await alex.at(50);
    await record(client, 28, 46);
    await look(alex, { name: 'step due for a week', stage: 'step-due', next: 42 });
    const taken = async (dose: number, day: number) => {
      const step =
        (await dataOf(page, stack.url)).prescriptions.find((each) => each.dose === dose)?.id ?? null;
      await client.send(reportDose, { day: dayAt(day), dose, step });
    };
    await taken(50, 42);
    await client.send(reportDose, { day: dayAt(50), dose: 100, step: null });
    await look(alex, { name: 'gone back', stage: 'gone-back', next: 'waits' });
    client = await leaver.at(50);
    await record(client, 0, 50);
    await client.send(leavePlan, { reason: 'none-given' });
    await look(leaver, { name: 'left the plan', stage: 'left-plan' });
    await client.send(stopContact, { reason: 'none-given' });
    await leaver.at(50);
    await look(leaver, { name: 'withdrawn', stage: 'withdrawn' });

    await moveTo(93);
    await usual.at(93);
    await look(usual, { name: 'usual care, month 3', stage: 'follow-up-only' });
    client = await alex.at(93);
    await look(alex, {
      name: 'back after six weeks',
      stage: 'gone-back',
      next: 'waits',
      isUnsaidAtHome: true,
    });
    await taken(50, 92);
    await client.send(followUpDone, { months: 3 });
    await record(client, 60, 94);
    await look(alex, { name: 'the step taken', stage: 'reducing', next: 120 });

    await moveTo(183);
    await usual.at(183);
    await look(usual, { name: 'usual care, month 6', stage: 'follow-up-only' });
    client = await alex.at(183);
    await record(client, 130, 183);
    await look(alex, { name: 'step due with a questionnaire, month 6', stage: 'step-due', next: 120 });
    await taken(25, 160);
    await taken(0, 182);
    await look(alex, { name: 'the last step taken, month 6', stage: 'last-step-taken' });

    await moveTo(365);
    await usual.at(365);
    await look(usual, { name: 'usual care, month 12', stage: 'follow-up-only' });
    client = await alex.at(365);
    await record(client, 310, 365);
    await look(alex, { name: 'without medicine, month 12', stage: 'last-step-taken' });
    client = await sam.at(365);
    await record(client, 310, 340);
    await look(sam, {
      name: 'back after three weeks, month 12',
      stage: 'staying',
      next: 'waits',
      isUnsaidAtHome: true,
    });
    await client.send(followUpDone, { months: 12 });

    await moveTo(820);
    await usual.at(820);
    await look(usual, { name: 'usual care, month 27', stage: 'trial-over' });
    client = await alex.at(820);
    await record(client, 765, 820);
    await look(alex, { name: 'over, month 27', stage: 'trial-over' });
    client = await sam.at(820);
    await record(client, 765, 820);
    await look(sam, { name: 'still reducing, month 27', stage: 'staying', next: 'waits' });
    await client.send(reportDose, { ...stay(dayAt(820)), day: dayAt(819) });
    await look(sam, { name: 'still reducing, a step due, month 27', stage: 'step-due', next: 820 });
    // A dose is only assumed where a plan began before doses were reported.
    expect(STAGES.filter((stage) => !seen.has(stage))).toEqual(['dose-unknown']);
  } finally {
    await stack.stop();
  }
});
