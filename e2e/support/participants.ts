import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type Cookie, expect, type Page, request } from '@playwright/test';
import { allData, loginCheck, registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData, surveySaveOption, surveyScore } from '@stepwise/shared-contracts/calls/survey.calls';
import { saveBaseline, saveHomestep, saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { type Client, createClient } from '@stepwise/shared-contracts/client/client';
import { readCsrfToken } from '@stepwise/shared-contracts/client/cookie';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { confirmAddress } from './confirm-address.ts';
import { ELIGIBLE_ANSWERS } from './survey.ts';

export interface Account {
  firstName: string;
  email: string;
  password: string;
}

export const PASSWORD = 'green kettle on a long shelf';

/** An account that no other journey uses. */
export const newAccount = (): Account => ({
  firstName: 'Alex',
  email: `alex-${randomUUID()}@example.org`,
  password: PASSWORD,
});

/** The typed client in the page's session; both share their cookies. */
export const clientOf = (page: Page, url: string): Client =>
  clientWith(page.request, url, () => page.context().cookies());

/** Makes calls in the page's session beside its browser, which would take part in each of them, and gives it their cookies. */
export async function inSession<T>(
  page: Page,
  url: string,
  make: (client: Client) => Promise<T>,
): Promise<T> {
  const context = page.context();
  const calls = await request.newContext({ storageState: { cookies: await context.cookies(), origins: [] } });
  const cookies = async () => (await calls.storageState()).cookies;
  try {
    const made = await make(clientWith(calls, url, cookies));
    await context.addCookies(await cookies());
    return made;
  } finally {
    await calls.dispose();
  }
}

function clientWith(calls: APIRequestContext, url: string, readCookies: () => Promise<Cookie[]>): Client {
  let token = '';
  const fetchInSession: typeof fetch = async (path, init) => {
    const response = await calls.fetch(new URL(String(path), url).href, {
      method: init?.method ?? 'GET',
      // The server may close a connection that is kept just when a request is sent on it.
      headers: { ...(init?.headers as Record<string, string>), connection: 'close' },
      ...(init?.body && { data: String(init.body) }),
    });
    const body = response.status() === 204 ? null : await response.text();
    const answer = new Response(body, { status: response.status() });
    const cookies = await readCookies();
    token = readCsrfToken(cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
    return answer;
  };
  return createClient({
    fetch: fetchInSession,
    csrfToken: () => token,
    timeZone: () => 'Australia/Melbourne',
  });
}

/** Signs a participant up by calls, so that a journey can begin after the welcome page. Logged in afterwards. */
export const signedUp = (page: Page, url: string, { eligible = true } = {}): Promise<Account> =>
  inSession(page, url, (client) => signUp(client, eligible));

async function signUp(client: Client, isEligible = true): Promise<Account> {
  const account = newAccount();
  await client.send(loginCheck, undefined);
  if (isEligible) {
    await saveAnswers(client, ELIGIBLE_ANSWERS);
    await client.send(surveyScore, undefined);
  }
  const { firstName, email, password } = account;
  await client.send(registerUser, {
    first_name: firstName,
    last_name: '',
    username: email,
    email,
    password1: password,
    password2: password,
  });
  return account;
}

/** Saves answers of the survey, one for each question from the first. */
async function saveAnswers(client: Client, answers: readonly string[]): Promise<void> {
  const { questions } = (await client.send(surveyData, undefined)).body;
  for (const [index, answer] of answers.entries()) {
    const question = questions[index];
    const option = question?.options.find(({ text }) => text === answer);
    if (!question || !option) throw new Error(`The survey has no answer '${answer}'.`);
    await client.send(surveySaveOption, { questionId: question.id, optionId: option.id });
  }
}

/** Answers the survey's first questions by calls in the page's session, and opens the question after them. */
export async function openQuestionAfter(page: Page, url: string, answers: readonly string[]): Promise<void> {
  await inSession(page, url, async (client) => {
    await client.send(loginCheck, undefined);
    await saveAnswers(client, answers);
  });
  await page.goto(`/survey?page=${answers.length + 2}`);
  await expect(page.getByText(`Question ${answers.length + 1} of ${ELIGIBLE_ANSWERS.length}`)).toBeVisible();
}

/** Sertraline, 100 mg a day, for less than a year. */
export const answerBaseline = (client: Client) =>
  client.send(saveBaseline, { medicine: 106, dose: 363, duration: 501 });

/** A participant who consented, confirmed the questionnaire and was randomised to the given arm. */
export async function allocated(page: Page, url: string, arm: 'reduction' | 'usual-care'): Promise<Account> {
  // A permuted block holds both arms, so the arm wanted comes within two blocks.
  for (let tries = 0; tries < 12; tries++) {
    await page.context().clearCookies();
    const account = await inSession(page, url, async (client) => {
      const signed = await signUp(client);
      await client.send(saveUserAgree, { futureContact: false, consentAgree: true });
      await answerBaseline(client);
      await client.send(saveHomestep, { homestep: HOME_STEP.plan });
      return signed;
    });
    await confirmAddress(page, account.email);
    const { user } = (await clientOf(page, url).send(allData, undefined)).body;
    if (user?.randomise === (arm === 'reduction')) return account;
  }
  throw new Error(`No participant was randomised to ${arm}.`);
}
