import { chromium, type Page } from '@playwright/test';
import { DEMONSTRATION_PASSWORD } from '@stepwise/api/src/domain/people/participants/demonstration-accounts.ts';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { findChromium } from '../support/find-chromium.ts';
import { type Account, allocated, clientOf, signedUp } from '../support/participants.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';
import type { Person } from './person.ts';
import { browserOf } from './playwright-driver.ts';

/** Brings a browser to a state of a person. */
export type State = (person: Person, url: string) => Promise<void>;

type Credentials = Pick<Account, 'email' | 'password'>;

async function logIn(person: Person, { email, password }: Credentials): Promise<void> {
  await person.open('/login');
  await person.fill('Email', email);
  await person.fill('Password', password);
  await person.press('button', 'Log in');
  await person.see('heading', /^Hello, /);
}

/** Made by calls, in a session of their own. */
const madeBy =
  (make: (page: Page, url: string) => Promise<Account>): State =>
  async (person, url) => {
    const browser = await browserOf(chromium, await findChromium());
    const page = await browser.newPage({ baseURL: url });
    const account = await make(page, url);
    await page.close();
    await logIn(person, account);
  };

const demonstration =
  (name: string): State =>
  (person) =>
    logIn(person, { email: `${name}@demo.stepwise.example`, password: DEMONSTRATION_PASSWORD });

async function withHelpOn(page: Page, url: string): Promise<Account> {
  const account = await onTimeline(page, url);
  const { symptoms } = await dataOf(page, url);
  const client = clientOf(page, url);
  await client.send(loginCheck, undefined);
  await client.send(saveRecord, {
    ...{ sleep: true, mood: false, active: true, activities: [] },
    symptoms: symptoms.filter(({ selfHarm }) => selfHarm).map(({ id }) => id),
  });
  return account;
}

async function leftWithHelpOn(page: Page, url: string): Promise<Account> {
  const account = await withHelpOn(page, url);
  await clientOf(page, url).send(leavePlan, { reason: 'health' });
  return account;
}

async function withdrawn(page: Page, url: string): Promise<Account> {
  const account = await withHelpOn(page, url);
  await clientOf(page, url).send(stopContact, { reason: 'health' });
  return account;
}

export const STATES: Record<string, State> = {
  'a visitor': (person) => person.open('/'),
  'before consent': madeBy((page, url) => signedUp(page, url)),
  'making a plan': demonstration('plan'),
  'on the timeline': madeBy(onTimeline),
  'sixty days on the timeline': demonstration('timeline'),
  'with help on': madeBy(withHelpOn),
  'usual care': madeBy((page, url) => allocated(page, url, 'usual-care')),
  'with help on, the plan left': madeBy(leftWithHelpOn),
  'with help on, withdrawn': madeBy(withdrawn),
};
