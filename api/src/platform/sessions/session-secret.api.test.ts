import { expect, test } from '@jest/globals';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { codeAt, setUpSecondFactor } from '../../testing/authenticator.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi, type TestApi } from '../../testing/create-test-api.ts';
import { createVisitor, type Visitor } from '../../testing/create-visitor.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const STEP_MS = 30_000;
const OLD = 'the session secret before the rotation';
const NEW = 'the session secret after the rotation';
const SESSION = 'stepwise.session';
const DEVICE = 'stepwise.device';

/** The steps of docs/operations.md, each a replica of the one database. */
const before = await createTestApi({ sessionSecrets: [OLD] });
const { databaseUrl } = before;
const accepting = await createTestApi({ databaseUrl, sessionSecrets: [OLD, NEW] });
const signing = await createTestApi({ databaseUrl, sessionSecrets: [NEW, OLD] });
const after = await createTestApi({ databaseUrl, sessionSecrets: [NEW] });

/** The same browser, answered by another replica; of its cookies those named, or all. */
function at(replica: TestApi, browser: Visitor, names?: readonly string[]): Visitor {
  const copy = createVisitor(replica.origin);
  for (const pair of browser.cookies.header().split('; ')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (!names || names.includes(name)) copy.cookies.set(name, value);
  }
  return copy;
}
/** The first call may bring what the second one shows. */
const isLoggedIn = async (browser: Visitor): Promise<boolean> => {
  await browser.request(loginCheck.path);
  return (await browser.request(loginCheck.path)).status === 204;
};

async function logInAndKeep(): Promise<Visitor> {
  const { email } = await before.buildParticipant();
  const browser = await before.visit();
  await browser.send(loginUser, { username: email ?? '', password: PASSWORD, keep: true });
  return browser;
}

test('a session goes on through each step of a rotation, whichever replica answers', async () => {
  const browser = await before.logIn();
  const accepted = at(accepting, browser);
  expect(await isLoggedIn(accepted)).toBe(true);
  expect(await isLoggedIn(at(before, accepted))).toBe(true);
  const signed = at(signing, accepted);
  expect(await isLoggedIn(signed)).toBe(true);
  expect(await isLoggedIn(at(accepting, signed))).toBe(true);
  expect(signed.cookies.get(`${SESSION}.sig`)).not.toBe(browser.cookies.get(`${SESSION}.sig`));
  expect(await isLoggedIn(at(after, signed))).toBe(true);
  expect(await isLoggedIn(at(after, browser))).toBe(false);
});

test('a device that stays logged in gets a token of the new secret', async () => {
  const browser = await logInAndKeep();
  expect(await isLoggedIn(at(after, browser, [DEVICE]))).toBe(false);
  const reopened = at(signing, browser, [DEVICE]);
  expect(await isLoggedIn(reopened)).toBe(true);
  expect(await isLoggedIn(at(after, reopened, [DEVICE]))).toBe(true);
});

test('a second factor works on, and is encrypted again at its first use', async () => {
  const browser = await logInStaff(before);
  const { key } = await setUpSecondFactor(browser, before.clock.now());
  const logInAt = async (replica: TestApi, steps: number) => {
    const own = openStaffBrowser(replica);
    await own.logIn(browser.staff);
    await own.open('/admin/log-in/code');
    replica.clock.advance(steps * STEP_MS);
    return own.submit('/admin/log-in/code', { code: codeAt(key, replica.clock.now()) });
  };
  expect(await logInAt(after, 1)).toMatchObject({ status: 400 });
  expect(await logInAt(signing, 2)).toMatchObject({ location: '/admin' });
  expect(await logInAt(after, 2)).toMatchObject({ location: '/admin' });
});
