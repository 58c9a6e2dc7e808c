import { describe, expect, test } from '@jest/globals';
import { createTestApi } from '../../testing/create-test-api.ts';
import { createRateLimits, type LogInAttempt } from './rate-limits.ts';

const api = await createTestApi();
const limits = createRateLimits({ pool: api.pool, secret: 'a secret', now: api.clock.now });

const attemptOf = (attempt: Partial<LogInAttempt>): LogInAttempt => ({
  kind: 'participant',
  email: 'ada@example.org',
  ip: '203.0.113.7',
  knownBrowser: null,
  ...attempt,
});

/** How many attempts are allowed before one is not, and how many seconds that one is asked to wait. */
async function exhaust(attempt: (index: number) => Promise<void>) {
  for (let allowed = 0; ; allowed++) {
    try {
      await attempt(allowed);
    } catch (error) {
      return { allowed, wait: Number((error as { headers: Record<string, string> }).headers['retry-after']) };
    }
  }
}

test.each([
  ['participant', 10],
  ['staff', 5],
] as const)('slows a %s’s account down in one network, not in another', async (kind, allowed) => {
  const here = attemptOf({ kind, email: `${kind}@example.org` });
  expect(await exhaust(() => limits.logIn(here))).toEqual({ allowed, wait: 60 });
  api.clock.advance(59_001);
  await expect(limits.logIn(here)).rejects.toMatchObject({
    code: 'too-many-requests',
    message: 'There were too many tries. Please wait a second.',
  });
  api.clock.advance(999);
  expect(await exhaust(() => limits.logIn(here))).toEqual({ allowed: 1, wait: 60 });
  await limits.logIn({ ...here, ip: '198.51.100.1' });
});

test('asks guesses at one account from very many networks to wait seconds, and a known browser not at all', async () => {
  const guess = (index: number) =>
    limits.logIn(attemptOf({ email: 'guessed@example.org', ip: `10.0.${index}.1` }));
  expect(await exhaust(guess)).toEqual({ allowed: 100, wait: 10 });
  const known = attemptOf({ email: 'guessed@example.org', ip: '10.0.0.1', knownBrowser: 'a mark' });
  expect(await exhaust(() => limits.logIn(known))).toEqual({ allowed: 10, wait: 60 });
});

test('limits guesses at many accounts from one network', async () => {
  const guess = (index: number) =>
    limits.logIn(attemptOf({ email: `${index}@example.org`, ip: '203.0.112.9' }));
  expect(await exhaust(guess)).toEqual({ allowed: 200, wait: 5 });
});

test('gives one attempt back for one success, whatever others of the network tried', async () => {
  const attempt = (index: number) => attemptOf({ email: `${index}@clinic.example`, ip: '192.0.4.1' });
  await exhaust((index) => limits.logIn(attempt(index)));
  await limits.loggedIn(attempt(0));
  expect((await exhaust((index) => limits.logIn(attempt(index + 1_000)))).allowed).toBe(1);
});

test('gives a success back, so that a campus behind one address is not shut out', async () => {
  for (let index = 0; index < 250; index++) {
    const attempt = attemptOf({ email: `${index}@campus.example`, ip: '192.0.2.1' });
    await limits.logIn(attempt);
    await limits.loggedIn(attempt);
  }
});

test('gives a browser that is known every attempt back, and the guesses of others none', async () => {
  const email = 'known@example.org';
  const known = attemptOf({ email, ip: '192.0.5.1', knownBrowser: 'the mark of one' });
  const other = attemptOf({ email, ip: '192.0.5.1' });
  await exhaust(() => limits.logIn(known));
  await exhaust(() => limits.logIn(other));
  await limits.loggedIn(known);
  expect((await exhaust(() => limits.logIn(known))).allowed).toBe(10);
  expect((await exhaust(() => limits.logIn(other))).allowed).toBe(0);
});

test('gives one attempt back of an account that is guessed at everywhere', async () => {
  const guess = (index: number) => attemptOf({ email: 'sought@example.org', ip: `10.3.${index}.1` });
  await exhaust((index) => limits.logIn(guess(index)));
  await limits.loggedIn(guess(0));
  expect((await exhaust((index) => limits.logIn(guess(index + 150)))).allowed).toBe(1);
});

test('gives a success back to each of the networks around an address', async () => {
  for (let index = 0; index < 25; index++) {
    const ip = `2001:db8:79:${index.toString(16)}::1`;
    const attempt = attemptOf({ email: 'mobile@example.org', ip });
    await limits.logIn(attempt);
    await limits.loggedIn(attempt);
    await limits.lookUpAddress(ip);
    await limits.lookedUpUnknownAddress(ip);
  }
});

test('gives a success of one account back, from however many networks', async () => {
  for (let index = 0; index < 120; index++) {
    const attempt = attemptOf({ email: 'traveller@example.org', ip: `10.1.${index}.1` });
    await limits.logIn(attempt);
    await limits.loggedIn(attempt);
  }
});

test('sends one account few links for a new password, from however many networks', async () => {
  let sent = 0;
  for (let index = 0; index < 30; index++)
    if (await limits.mayAskForReset(`10.2.${index}.1`, 'forgetful@example.org')) sent += 1;
  expect(sent).toBe(20);
});

test('counts an IPv6 address by its first 64 bits', async () => {
  const from = (network: string) => (index: number) =>
    limits.logIn(attemptOf({ email: 'six@example.org', ip: `2001:db8:0:${network}::${index + 1}` }));
  expect((await exhaust(from('a'))).allowed).toBe(10);
  await from('b')(0);
});

describe('an attacker with a whole network', () => {
  const fromNetworkOf = (index: number) => `2001:db8:77:${(index % 0x10000).toString(16)}::1`;

  test('does not use up an account’s attempts from everywhere else', async () => {
    const owner = attemptOf({ email: 'owner@example.org', ip: '198.51.100.9' });
    const guesses = Array.from({ length: 130 }, (_, index) =>
      limits.logIn({ ...owner, ip: fromNetworkOf(index * 0x100) }),
    );
    const allowed = (await Promise.allSettled(guesses)).filter(({ status }) => status === 'fulfilled');
    expect(allowed).toHaveLength(20);
    await limits.logIn(owner);
  });

  test.each([
    ['/48', (index: number) => fromNetworkOf(index * 0x100), 20],
    ['/56', (index: number) => `2001:db8:78:${index.toString(16)}::1`, 15],
    ['/24', (index: number) => `192.0.2.${index}`, 15],
  ])('of a %s finds few addresses that have an account', async (_, from, allowed) => {
    expect((await exhaust((index) => limits.lookUpAddress(from(index)))).allowed).toBe(allowed);
  });
});

describe('work that takes long', () => {
  test('is a person’s own, wherever they are, and a network’s twenty times as often', async () => {
    const of = (person: string, network = 1) => ({ person, ip: `10.${network}.0.1` });
    expect(await exhaust((index) => limits.work('password', of('ada', index)))).toEqual({
      allowed: 10,
      wait: 30,
    });
    await limits.work('password', of('grace'));
    await limits.work('document', of('ada'));
    const people = (index: number) => limits.work('password', of(`person ${index}`, 200));
    expect((await exhaust(people)).allowed).toBe(200);
    expect(await limits.mayWork('password', of('ada', 201))).toBe(false);
  });
});

/** Of each, how many at once, and how many seconds until the next. */
test.each<[string, number, number, () => Promise<void>]>([
  ['a password asked for again', 5, 180, () => limits.proof('an account')],
  ['a link to confirm an address', 3, 300, () => limits.addressConfirmation('a participant')],
  ['an answer by a passkey', 200, 5, () => limits.passkey('192.0.9.1')],
  ['a sign-up', 200, 20, () => limits.signUp('192.0.9.1')],
  ['a reminder to come back', 50, 72, () => limits.monthReminder('192.0.9.1')],
  ['a report of a fault', 100, 36, () => limits.releaseReport('192.0.9.1')],
  ['a call of a team', 200, 5, () => limits.release('192.0.9.1')],
  ['an address that is known', 10, 900, () => limits.lookUpAddress('192.0.9.1')],
  ['a document', 20, 6, () => limits.work('document', { person: 'pat', ip: '192.0.9.1' })],
  ['an export', 10, 60, () => limits.work('export', { person: 'robin', ip: '192.0.9.1' })],
  ['a page', 60, 2, () => limits.work('render', { person: 'pat', ip: '192.0.9.1' })],
  ['an upload', 60, 10, () => limits.work('upload', { person: 'mf-plan', ip: '192.0.9.1' })],
])('allows %s %i times at once, then one each %i seconds', async (_, allowed, wait, attempt) => {
  expect(await exhaust(attempt)).toEqual({ allowed, wait });
});

test('a proof gives every attempt of its own account back', async () => {
  await exhaust(() => limits.proof('forgetful'));
  await limits.proved('someone else');
  await expect(limits.proof('forgetful')).rejects.toMatchObject({ code: 'too-many-requests' });
  await limits.proved('forgetful');
  expect((await exhaust(() => limits.proof('forgetful'))).allowed).toBe(5);
});

test('says that an answer may be given so often, and no more', async () => {
  const often = async (may: () => Promise<boolean>) => {
    for (let times = 0; ; times++) if (!(await may())) return times;
  };
  expect(await often(() => limits.mayAskForReset('192.0.9.2', 'one@example.org'))).toBe(5);
  let address = 0;
  expect(await often(() => limits.mayAskForReset('192.0.9.3', `${address++}@example.org`))).toBe(100);
  expect(await often(async () => !(await limits.isConfirmationBurst('192.0.9.2')))).toBe(5);
  expect(await often(() => limits.mayNotifyOfLookUp('pat'))).toBe(1);
  api.clock.advance(24 * 3_600_000 - 1);
  expect(await limits.mayNotifyOfLookUp('pat')).toBe(false);
  api.clock.advance(1);
  expect(await limits.mayNotifyOfLookUp('pat')).toBe(true);
});

test('allows no more of many attempts at once', async () => {
  const attempts = await Promise.allSettled(
    Array.from({ length: 30 }, () => limits.logIn(attemptOf({ email: 'at.once@example.org' }))),
  );
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('counts from now on after the clock was set back', async () => {
  const attempt = attemptOf({ email: 'set-back@example.org', ip: '203.0.113.90' });
  await limits.logIn(attempt);
  const before = api.clock.now();
  api.clock.set(new Date(before.getTime() - 30 * 86_400_000).toISOString());
  try {
    await limits.logIn(attempt);
  } finally {
    api.clock.set(before.toISOString());
  }
});
