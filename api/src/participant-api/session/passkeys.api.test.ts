// In one file: each case is of a passkey’s calls.
import { describe, expect, test } from '@jest/globals';
import * as calls from '@stepwise/shared-contracts/calls/passkey.calls';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { createSoftPasskey, type SoftPasskey } from '../../testing/soft-passkey.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const MINUTE_MS = 60_000;
const api = await createTestApi({ connections: 10 });
const origin = api.origin.replace('127.0.0.1', 'localhost');
const REJECTED = {
  code: 'field-errors',
  fields: { __all__: [expect.stringMatching(/^This passkey was not .* or log in with your password\.$/)] },
};

async function challengeOf(
  visitor: Visitor,
  call: typeof calls.passkeyOptions | typeof calls.passkeyProofOptions | typeof calls.passkeyLogInOptions,
) {
  const body = call === calls.passkeyOptions ? { currentPassword: '' } : undefined;
  const { json } = await visitor.request(call.path, { body });
  return { challenge: json.options.challenge as string, origin };
}
async function addTo(visitor: Visitor, passkey: SoftPasskey = createSoftPasskey()): Promise<SoftPasskey> {
  const credential = passkey.create(await challengeOf(visitor, calls.passkeyOptions));
  await visitor.send(calls.addPasskey, { credential });
  return passkey;
}
const namesOf = async (visitor: Visitor) =>
  (await visitor.send(calls.listPasskeys, undefined)).body.passkeys.map(({ name }) => name);
const isLoggedIn = async (visitor: Visitor) => (await visitor.send(loginCheck, undefined)).status === 204;
const logIn = async (passkey: SoftPasskey, visitor: Visitor, keep = false) =>
  visitor.send(calls.logInByPasskey, {
    credential: passkey.use(await challengeOf(visitor, calls.passkeyLogInOptions)),
    keep,
  });
async function countFailures(type: string, account = 'known'): Promise<number> {
  const counted = await api.metrics.registry.getSingleMetricAsString('stepwise_failed_access_total');
  return Number(new RegExp(`\\{type="${type}",account="${account}"\\} (\\d+)`).exec(counted)?.[1] ?? 0);
}
const eventsOf = (id: string) =>
  api.query(
    `select e.type, v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where subject = $1 and (type like '%passkey%' or type = 'session.logged-in') order by e.id`,
    [id],
  );

test('a passkey is added, named, used to log in with one touch, and removed', async () => {
  const visitor = await api.logIn();
  const { id } = visitor.participant;
  const passkey = await addTo(visitor);
  const [given] = await namesOf(visitor);
  await visitor.send(calls.renamePasskey, { id: passkey.id, name: ' My phone ' });
  expect(await namesOf(visitor)).toEqual(['My phone']);
  const elsewhere = await api.visit();
  const { body } = await logIn(passkey, elsewhere, true);
  expect(body.user.id).toBe(id);
  expect(await isLoggedIn(elsewhere)).toBe(true);
  expect(elsewhere.cookies.get('stepwise.device')).not.toBe('');
  await visitor.send(calls.removePasskey, { id: passkey.id });
  expect(await namesOf(visitor)).toEqual([]);
  await expect(logIn(passkey, await api.visit())).rejects.toMatchObject(REJECTED);
  expect(await eventsOf(id)).toEqual([
    { type: 'session.logged-in', before: null, after: null },
    { type: 'account.passkey-added', before: null, after: { name: given } },
    { type: 'account.passkey-renamed', before: { name: given }, after: { name: 'My phone' } },
    { type: 'session.logged-in', before: null, after: { kept: true, passkey: true } },
    { type: 'account.passkey-removed', before: { name: 'My phone' }, after: null },
  ]);
});

test('the options ask this site for a passkey of this person that checks who they are', async () => {
  const visitor = await api.logIn();
  const passkey = await addTo(visitor);
  const { body } = await visitor.send(calls.passkeyOptions, { currentPassword: '' });
  const { email, firstName, lastName } = visitor.participant;
  expect(body.options).toMatchObject({
    rp: { id: 'localhost', name: 'Stepwise' },
    user: { name: email, displayName: `${firstName} ${lastName}` },
    excludeCredentials: [{ id: passkey.id, transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const { body: logInOptions } = await (await api.visit()).send(calls.passkeyLogInOptions, undefined);
  // Says nothing of who has an account.
  expect(logInOptions.options).toMatchObject({
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required',
  });
});

test('a passkey is listed with when it was added, and its log-in ends with the browser unless asked otherwise', async () => {
  const owner = await api.logIn();
  const createdAt = api.clock.now().toISOString();
  const passkey = await addTo(owner);
  api.clock.advance(MINUTE_MS);
  const { passkeys } = (await owner.send(calls.listPasskeys, undefined)).body;
  expect(passkeys).toEqual([{ id: passkey.id, name: expect.any(String), createdAt }]);
  const visitor = await api.visit();
  await logIn(passkey, visitor, false);
  expect(visitor.cookies.get('stepwise.device')).toBe('');
  expect((await eventsOf(owner.participant.id)).at(-1)?.after).toEqual({ passkey: true });
});

test('adding one and removing one need the current password once the log-in is ten minutes old', async () => {
  const visitor = await api.logIn();
  const { id } = await addTo(visitor);
  api.clock.advance(15 * MINUTE_MS);
  const rejection = { code: 'unprocessable', issues: [{ path: ['currentPassword'] }] };
  for (const currentPassword of ['', 'not the password']) {
    await expect(visitor.send(calls.passkeyOptions, { currentPassword })).rejects.toMatchObject(rejection);
    await expect(visitor.send(calls.removePasskey, { id, currentPassword })).rejects.toMatchObject(rejection);
  }
  expect(await namesOf(visitor)).toHaveLength(1);
  expect((await visitor.send(calls.passkeyOptions, { currentPassword: PASSWORD })).status).toBe(200);
});

describe('adding is rejected for', () => {
  const rejectsAdding = async (visitor: Visitor, credential: ReturnType<SoftPasskey['create']>) => {
    await expect(visitor.send(calls.addPasskey, { credential })).rejects.toMatchObject({
      code: 'unprocessable',
    });
    expect(await namesOf(visitor)).toEqual([]);
  };

  test('an answer from another site, or to another challenge, or for another site', async () => {
    const visitor = await api.logIn();
    const ceremony = await challengeOf(visitor, calls.passkeyOptions);
    await rejectsAdding(visitor, createSoftPasskey().create({ ...ceremony, origin: 'https://evil.example' }));
    await challengeOf(visitor, calls.passkeyOptions);
    await rejectsAdding(visitor, createSoftPasskey().create(ceremony));
    const next = await challengeOf(visitor, calls.passkeyOptions);
    await rejectsAdding(visitor, createSoftPasskey('evil.example').create(next));
  });

  test('an authenticator that did not check who the person is', async () => {
    const visitor = await api.logIn();
    const weak = createSoftPasskey('localhost', { verifiesUser: false });
    await rejectsAdding(visitor, weak.create(await challengeOf(visitor, calls.passkeyOptions)));
  });

  test('a challenge that was used, for logging in, of another session or older than five minutes', async () => {
    const visitor = await api.logIn();
    const ceremony = await challengeOf(visitor, calls.passkeyOptions);
    await rejectsAdding(visitor, createSoftPasskey().create({ ...ceremony, challenge: 'another' }));
    await rejectsAdding(visitor, createSoftPasskey().create(ceremony));
    await rejectsAdding(
      visitor,
      createSoftPasskey().create(await challengeOf(visitor, calls.passkeyLogInOptions)),
    );
    const other = await challengeOf(await api.logIn(), calls.passkeyOptions);
    await rejectsAdding(visitor, createSoftPasskey().create(other));
    const late = await challengeOf(visitor, calls.passkeyOptions);
    api.clock.advance(5 * MINUTE_MS);
    await rejectsAdding(visitor, createSoftPasskey().create(late));
  });

  test('a passkey of another account, which stays theirs', async () => {
    const other = await api.logIn();
    const passkey = await addTo(other);
    const visitor = await api.logIn();
    await rejectsAdding(visitor, passkey.create(await challengeOf(visitor, calls.passkeyOptions)));
    expect((await logIn(passkey, await api.visit())).body.user.id).toBe(other.participant.id);
  });

  test('more than 20', async () => {
    const visitor = await api.logIn();
    for (let count = 0; count < 20; count++) await addTo(visitor);
    await expect(addTo(visitor)).rejects.toMatchObject({ code: 'unprocessable' });
  });
});

describe('logging in is rejected for', () => {
  test('an answer that was given before, also twice at once', async () => {
    const passkey = await addTo(await api.logIn());
    const visitor = await api.visit();
    const credential = passkey.use(await challengeOf(visitor, calls.passkeyLogInOptions));
    const both = await Promise.all(
      [0, 1].map(() => visitor.request(calls.logInByPasskey.path, { body: { credential } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    await expect(visitor.send(calls.logInByPasskey, { credential })).rejects.toMatchObject(REJECTED);
    await expect((await api.visit()).send(calls.logInByPasskey, { credential })).rejects.toMatchObject(
      REJECTED,
    );
  });

  test('another site, another key, a copy that counts behind, and none of it logs in', async () => {
    const owner = await api.logIn();
    const passkey = await addTo(owner);
    const visitor = await api.visit();
    const failures = () =>
      Promise.all(['known', 'unknown'].map((account) => countFailures('session.log-in-failed', account)));
    const [known = 0, unknown = 0] = await failures();
    const ceremony = () => challengeOf(visitor, calls.passkeyLogInOptions);
    const rejects = async (credential: ReturnType<SoftPasskey['use']>) =>
      expect(visitor.send(calls.logInByPasskey, { credential })).rejects.toMatchObject(REJECTED);
    await rejects(passkey.use({ ...(await ceremony()), origin: 'https://evil.example' }));
    const stranger = createSoftPasskey();
    await rejects(stranger.use(await ceremony()));
    await rejects({ ...stranger.use(await ceremony()), id: passkey.id, rawId: passkey.id });
    passkey.setCounter(10);
    await logIn(passkey, await api.visit());
    passkey.setCounter(3);
    await rejects(passkey.use(await ceremony()));
    expect(await isLoggedIn(visitor)).toBe(false);
    // A passkey of no account is counted apart.
    expect(await failures()).toEqual([known + 3, unknown + 1]);
  });

  test('one of two uses at once with the same count, as by a copy', async () => {
    const passkey = await addTo(await api.logIn());
    const uses = [];
    for (const visitor of [await api.visit(), await api.visit()]) {
      passkey.setCounter(1);
      uses.push({ visitor, credential: passkey.use(await challengeOf(visitor, calls.passkeyLogInOptions)) });
    }
    const holder = await api.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from passkey where id = $1 for update', [passkey.id]);
    const answers = uses.map(({ visitor, credential }) =>
      visitor.request(calls.logInByPasskey.path, { body: { credential } }),
    );
    await api.untilBlocked(2);
    await holder.query('commit');
    holder.release();
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('a participant whose data was made anonymous or deleted', async () => {
    for (const value of ['anonymous', 'delete'] as const) {
      const visitor = await api.logIn();
      const passkey = await addTo(visitor);
      await visitor.send(saveUserDataConsent, { value });
      await expect(logIn(passkey, await api.visit())).rejects.toMatchObject(REJECTED);
      expect(await api.query('select 1 from passkey where id = $1', [passkey.id])).toEqual([]);
    }
  });
});

describe('in place of the current password', () => {
  const proveBy = async (visitor: Visitor, passkey: SoftPasskey) =>
    visitor.send(calls.proveByPasskey, {
      credential: passkey.use(await challengeOf(visitor, calls.passkeyProofOptions)),
    });
  const FAULT = {
    code: 'unprocessable',
    message: expect.stringMatching(/^This passkey was not .* or enter your password\.$/),
  };
  const withOldProof = async () => {
    const visitor = await api.logIn();
    const passkey = await addTo(visitor);
    api.clock.advance(10 * MINUTE_MS);
    return { visitor, passkey };
  };
  const failures = () => countFailures('session.password-check-failed');
  const erase = (visitor: Visitor) => visitor.send(saveUserDataConsent, { value: 'delete' });

  test('a passkey stands for it, for ten minutes', async () => {
    const { visitor, passkey } = await withOldProof();
    await proveBy(visitor, passkey);
    api.clock.advance(10 * MINUTE_MS);
    await expect(erase(visitor)).rejects.toMatchObject({ issues: [{ path: ['currentPassword'] }] });
    await proveBy(visitor, passkey);
    api.clock.advance(10 * MINUTE_MS - 1);
    expect((await erase(visitor)).status).toBe(204);
  });

  test('the options name the passkeys of this person only, and there are none without one', async () => {
    const { visitor, passkey } = await withOldProof();
    await addTo(await api.logIn());
    const { body } = await visitor.send(calls.passkeyProofOptions, undefined);
    expect(body.options).toMatchObject({
      allowCredentials: [{ id: passkey.id }],
      userVerification: 'required',
    });
    const without = await api.logIn();
    await expect(without.send(calls.passkeyProofOptions, undefined)).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('another person’s passkey, another challenge, and an answer given twice prove nothing', async () => {
    const { visitor, passkey } = await withOldProof();
    const before = await failures();
    const stranger = await addTo(await api.logIn());
    await expect(proveBy(visitor, stranger)).rejects.toMatchObject(FAULT);
    const made = await challengeOf(visitor, calls.passkeyLogInOptions);
    await expect(visitor.send(calls.proveByPasskey, { credential: passkey.use(made) })).rejects.toMatchObject(
      FAULT,
    );
    await expect(
      visitor.send(calls.proveByPasskey, {
        credential: passkey.use({ challenge: 'none', origin }),
      }),
    ).rejects.toMatchObject(FAULT);
    await expect(erase(visitor)).rejects.toMatchObject({ code: 'unprocessable' });
    const credential = passkey.use(await challengeOf(visitor, calls.passkeyProofOptions));
    await visitor.send(calls.proveByPasskey, { credential });
    await expect(visitor.send(calls.proveByPasskey, { credential })).rejects.toMatchObject(FAULT);
    expect((await failures()) - before).toBe(4);
  });

  test('a proof needs a log-in, and is none', async () => {
    const passkey = await addTo(await api.logIn());
    const visitor = await api.visit();
    await expect(visitor.send(calls.passkeyProofOptions, undefined)).rejects.toMatchObject({
      code: 'not-logged-in',
    });
    const credential = passkey.use(await challengeOf(visitor, calls.passkeyLogInOptions));
    await expect(visitor.send(calls.proveByPasskey, { credential })).rejects.toMatchObject({
      code: 'not-logged-in',
    });
    expect(await isLoggedIn(visitor)).toBe(false);
  });
});

test("another participant's passkey is not found, and stays as it is", async () => {
  const other = await api.logIn();
  const passkey = await addTo(other);
  const names = await namesOf(other);
  const visitor = await api.logIn();
  for (const id of [passkey.id, 'made-up']) {
    await expect(visitor.send(calls.renamePasskey, { id, name: 'Mine' })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(visitor.send(calls.removePasskey, { id })).rejects.toMatchObject({ code: 'not-found' });
  }
  expect(await namesOf(visitor)).toEqual([]);
  expect(await namesOf(other)).toEqual(names);
});

test('a member of staff who acts neither sees nor changes passkeys', async () => {
  const visitor = await api.logIn();
  const { id } = await addTo(visitor);
  const browser = await logInStaff(api);
  await browser.act(visitor.participant.id);
  const denied = { code: 'not-allowed' };
  await expect(browser.send(calls.listPasskeys, undefined)).rejects.toMatchObject(denied);
  await expect(browser.send(calls.passkeyOptions, { currentPassword: '' })).rejects.toMatchObject(denied);
  await expect(
    browser.send(calls.addPasskey, { credential: createSoftPasskey().create({ challenge: '', origin }) }),
  ).rejects.toMatchObject(denied);
  await expect(browser.send(calls.renamePasskey, { id, name: 'X' })).rejects.toMatchObject(denied);
  await expect(browser.send(calls.removePasskey, { id })).rejects.toMatchObject(denied);
  await expect(browser.send(calls.passkeyProofOptions, undefined)).rejects.toMatchObject(denied);
  const credential = createSoftPasskey().use({ challenge: '', origin });
  await expect(browser.send(calls.proveByPasskey, { credential })).rejects.toMatchObject(denied);
});

test('a network that asks too often has to wait', async () => {
  const [visitor, owner] = [await api.visit(), await api.logIn()];
  const asked = Array.from({ length: 200 }, () => visitor.request(calls.passkeyLogInOptions.path));
  await Promise.all(asked);
  const { status, headers } = await visitor.request(calls.passkeyLogInOptions.path);
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  const body = { credential: createSoftPasskey().use({ challenge: '', origin }) };
  expect((await visitor.request(calls.logInByPasskey.path, { body })).status).toBe(429);
  expect((await owner.request(calls.proveByPasskey.path, { body })).status).toBe(429);
});
