import { describe, expect, test } from '@jest/globals';
import { logInByPasskey } from '@stepwise/shared-contracts/calls/passkey.calls';
import { codeAt, setUpSecondFactor } from '../../testing/authenticator.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { createSoftPasskey, type SoftPasskey } from '../../testing/soft-passkey.ts';
import {
  logInStaff,
  openStaffBrowser,
  type ShownPage,
  type StaffBrowser,
} from '../../testing/staff-browser.ts';

const ACCOUNT = '/admin/account';
const PASSKEYS = `${ACCOUNT}/passkeys`;
const LOG_IN = '/admin/log-in/passkey';
const ANSWER = `${LOG_IN}/answer`;
const CODE = '/admin/log-in/code';
const LIST = '/admin/participants';
const api = await createTestApi({ connections: 10 });
const origin = api.origin.replace('127.0.0.1', 'localhost');

/** The options that a page hands to its script. */
function optionsIn({ text }: ShownPage) {
  const [, encoded = ''] = /data-options="([^"]+)"/.exec(text) ?? [];
  return JSON.parse(encoded.replaceAll('&quot;', '"'));
}
const ceremony = (page: ShownPage, at = origin) => ({ challenge: optionsIn(page).challenge, origin: at });
const begin = (browser: StaffBrowser, passkeyPassword = PASSWORD) =>
  browser.open(ACCOUNT).then(() => browser.submit(PASSKEYS, { passkeyPassword }));
const send = (browser: StaffBrowser, path: string, credential: unknown) =>
  browser.submit(path, { credential: JSON.stringify(credential) });

async function withSecondFactor() {
  const browser = await logInStaff(api);
  const { key } = await setUpSecondFactor(browser, api.clock.now());
  api.clock.advance(30_000);
  return Object.assign(browser, { key });
}
async function addTo(browser: StaffBrowser): Promise<SoftPasskey> {
  const passkey = createSoftPasskey();
  const made = await send(browser, `${PASSKEYS}/add`, passkey.create(ceremony(await begin(browser))));
  expect(made.location).toBe(`${ACCOUNT}?done=passkey-added`);
  return passkey;
}
/** A browser that has asked to log in with a passkey, and what it shows. */
async function asking() {
  const browser = openStaffBrowser(api);
  await browser.open('/admin/log-in');
  return { browser, page: await browser.submit(LOG_IN) };
}
const isLoggedIn = async (browser: StaffBrowser) => (await browser.open(LIST)).status === 200;
const eventsOf = async (subject: string) =>
  (
    await api.query(
      `select e.type, v.after from audit_event e join audit_values v on v.event_id = e.id where subject = $1 order by e.id`,
      [subject],
    )
  ).map(({ type, after }) => (after?.passkey ? `${type} by passkey` : type));

test('a passkey is added beside the second factor, named, used for both factors, and removed', async () => {
  const browser = await withSecondFactor();
  const passkey = await addTo(browser);
  await browser.open(ACCOUNT);
  await browser.submit(`${PASSKEYS}/rename`, { id: passkey.id, passkeyName: 'My <laptop>' });
  expect((await browser.open(ACCOUNT)).text).toContain('<strong>My &lt;laptop&gt;</strong>');

  const { browser: other, page } = await asking();
  expect(optionsIn(page)).toMatchObject({
    rpId: 'localhost',
    userVerification: 'required',
    allowCredentials: [],
  });
  expect(await send(other, ANSWER, passkey.use(ceremony(page)))).toMatchObject({
    status: 303,
    location: '/admin',
  });
  expect(await isLoggedIn(other)).toBe(true);
  expect(
    await api.query(`select 1 from session where staff_id = $1 and data->'secondFactor' = 'true'`, [
      browser.staff.id,
    ]),
  ).toHaveLength(2);

  await browser.open(ACCOUNT);
  await browser.submit(`${PASSKEYS}/remove`, { id: passkey.id });
  const { browser: late, page: next } = await asking();
  expect((await send(late, ANSWER, passkey.use(ceremony(next)))).status).toBe(400);
  expect(await isLoggedIn(late)).toBe(false);
  expect(await eventsOf(browser.staff.id)).toEqual([
    ...['staff.logged-in', 'staff.second-factor-added', 'staff.passkey-added', 'staff.passkey-renamed'],
    ...['staff.logged-in by passkey', 'staff.passkey-removed'],
  ]);
});

test('after the password a passkey takes the place of the code, which works as before', async () => {
  const owner = await withSecondFactor();
  const passkey = await addTo(owner);
  for (const prove of [
    async (browser: StaffBrowser, page: ShownPage) =>
      send(browser, `${CODE}/passkey`, passkey.use(ceremony(page))),
    async (browser: StaffBrowser) => browser.submit(CODE, { code: codeAt(owner.key, api.clock.now()) }),
  ]) {
    const browser = openStaffBrowser(api);
    await browser.logIn(owner.staff);
    const page = await browser.open(CODE);
    expect(optionsIn(page).allowCredentials).toMatchObject([{ id: passkey.id }]);
    expect(await prove(browser, page)).toMatchObject({ location: '/admin' });
    expect(await isLoggedIn(browser)).toBe(true);
  }
  expect((await eventsOf(owner.staff.id)).slice(-2)).toEqual([
    'staff.logged-in by passkey',
    'staff.logged-in',
  ]);
  expect(
    await api.query(`select 1 from session where staff_id = $1 and data->'secondFactor' = 'true'`, [
      owner.staff.id,
    ]),
  ).toHaveLength(3);
});

test('a passkey that is renamed and removed at once is removed by its new name', async () => {
  const browser = await withSecondFactor();
  const { id } = await addTo(browser);
  await browser.open(ACCOUNT);
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from passkey where id = $1 for update', [id]);
  const renaming = browser.submit(`${PASSKEYS}/rename`, { id, passkeyName: 'Laptop' });
  await api.untilBlocked();
  const removing = browser.submit(`${PASSKEYS}/remove`, { id });
  await api.untilBlocked(2);
  await holder.query('commit');
  holder.release();
  expect([(await renaming).status, (await removing).status]).toEqual([303, 303]);
  expect(await api.eventsOf(browser.staff.id, 'staff.passkey-removed')).toMatchObject([
    { before: { name: 'Laptop' } },
  ]);
});

test('the pages run their own script only', async () => {
  const owner = await withSecondFactor();
  const page = await begin(owner);
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+' 'sha256-[^']+';/);
  const { page: logIn } = await asking();
  expect(logIn.headers.get('content-security-policy')).toMatch(
    /default-src 'none'.*script-src 'sha256-[^']+'$/,
  );
  expect((await owner.open(ACCOUNT)).text).not.toContain('SimpleWebAuthnBrowser');
});

describe('adding is rejected', () => {
  test('without a second factor, which the account then offers to set up', async () => {
    const browser = await logInStaff(api);
    expect((await browser.open(ACCOUNT)).text).not.toContain('Add a passkey');
    expect(await browser.submit(PASSKEYS, { passkeyPassword: PASSWORD })).toMatchObject({
      location: ACCOUNT,
    });
  });

  test('without the password', async () => {
    const browser = await withSecondFactor();
    for (const wrong of ['', 'not the password']) {
      const page = await begin(browser, wrong);
      expect(page.status).toBe(422);
      expect(page.text).not.toContain('data-options');
    }
  });

  test('after five wrong passwords, the right one included, and each is counted', async () => {
    const failures = async () => {
      const counted = await api.metrics.registry.getSingleMetricAsString('stepwise_failed_access_total');
      return Number(/\{type="staff.password-check-failed",account="known"\} (\d+)/.exec(counted)?.[1] ?? 0);
    };
    const browser = await withSecondFactor();
    const before = await failures();
    for (let tries = 0; tries < 5; tries++)
      expect((await begin(browser, 'not the password')).status).toBe(422);
    const page = await begin(browser);
    expect(page.status).toBe(429);
    expect(page.text).not.toContain('data-options');
    expect((await failures()) - before).toBe(6);
  });

  test('once the second factor is gone', async () => {
    const browser = await withSecondFactor();
    const made = createSoftPasskey().create(ceremony(await begin(browser)));
    await api.query(
      'update staff set second_factor_since = null, second_factor_secret = null where id = $1',
      [browser.staff.id],
    );
    expect(await send(browser, `${PASSKEYS}/add`, made)).toMatchObject({
      status: 422,
      text: expect.stringContaining('Set up a second factor first.'),
    });
    expect(await api.query('select 1 from passkey where staff_id = $1', [browser.staff.id])).toEqual([]);
  });

  test('of another site, to an earlier challenge, or unreadable', async () => {
    const browser = await withSecondFactor();
    const first = await begin(browser);
    const add = `${PASSKEYS}/add`;
    const passkey = createSoftPasskey();
    expect((await send(browser, add, passkey.create(ceremony(first, 'https://evil.example')))).status).toBe(
      422,
    );
    await browser.open(ACCOUNT);
    expect((await send(browser, add, passkey.create(ceremony(first)))).status).toBe(422);
    await begin(browser);
    expect((await browser.submit(add, { credential: '{' })).status).toBe(422);
    expect(await api.query('select 1 from passkey where staff_id = $1', [browser.staff.id])).toEqual([]);
  });
});

test('an answer whose id no passkey can have is rejected', async () => {
  const { browser, page } = await asking();
  const { response, ...fields } = createSoftPasskey().use(ceremony(page));
  expect(await send(browser, ANSWER, { ...fields, id: 'a\0b', response })).toMatchObject({
    status: 400,
    text: expect.stringContaining('not accepted'),
  });
});

test('an answer given before, of another site, of a participant or of another member logs no one in', async () => {
  const owner = await withSecondFactor();
  const passkey = await addTo(owner);
  const { browser, page } = await asking();
  const credential = passkey.use(ceremony(page));
  const rejects = async (answer: unknown) => {
    const shown = await send(browser, ANSWER, answer);
    expect(shown.status).toBe(400);
    expect(shown.text).toContain('This passkey was not accepted');
    return shown;
  };
  let shown = await rejects(passkey.use(ceremony(page, 'https://evil.example')));
  await rejects(credential);
  shown = await rejects(null);
  shown = await rejects(createSoftPasskey().use(ceremony(shown)));
  expect(await isLoggedIn(browser)).toBe(false);

  // As the second factor of another member of the team.
  const other = await withSecondFactor();
  await addTo(other);
  const awaiting = openStaffBrowser(api);
  await awaiting.logIn(other.staff);
  const codePage = await awaiting.open(CODE);
  expect((await send(awaiting, `${CODE}/passkey`, passkey.use(ceremony(codePage)))).status).toBe(400);
  expect(await isLoggedIn(awaiting)).toBe(false);

  // On the participants' log-in.
  const visitor = await api.visit();
  const { json } = await visitor.request('/api/passkey-log-in-options/');
  const answer = passkey.use({ challenge: json.options.challenge, origin });
  await expect(visitor.send(logInByPasskey, { credential: answer })).rejects.toMatchObject({
    code: 'field-errors',
  });
});

test("another member's passkey is not found", async () => {
  const owner = await withSecondFactor();
  const { id } = await addTo(owner);
  const browser = await logInStaff(api);
  await browser.open(ACCOUNT);
  expect((await browser.submit(`${PASSKEYS}/rename`, { id, passkeyName: 'Mine' })).status).toBe(404);
  await browser.open(ACCOUNT);
  expect((await browser.submit(`${PASSKEYS}/remove`, { id })).status).toBe(404);
  expect((await owner.open(ACCOUNT)).text).toContain(id);
});

test('the passkeys go with the second factor, so that none is left as the only one', async () => {
  const owner = await withSecondFactor();
  const passkey = await addTo(owner);
  await owner.open(ACCOUNT);
  const removed = await owner.submit(`${ACCOUNT}/second-factor/remove`, {
    password: PASSWORD,
    code: codeAt(owner.key, api.clock.now()),
  });
  expect(removed.location).toBe(`${ACCOUNT}?done=second-factor`);
  const { browser, page } = await asking();
  expect((await send(browser, ANSWER, passkey.use(ceremony(page)))).status).toBe(400);
  const again = openStaffBrowser(api);
  expect(await again.logIn(owner.staff)).toMatchObject({ location: '/admin' });
});

test('a form without the session’s token adds, uses and removes nothing', async () => {
  const owner = await withSecondFactor();
  const { id } = await addTo(owner);
  for (const path of [
    PASSKEYS,
    `${PASSKEYS}/add`,
    `${PASSKEYS}/rename`,
    `${PASSKEYS}/remove`,
    LOG_IN,
    ANSWER,
  ])
    expect((await owner.post(path, { id, passkeyName: 'X', passkeyPassword: PASSWORD })).status).toBe(403);
  expect((await owner.open(ACCOUNT)).text).toContain(id);
});

test('a passkey stands for the password where the last proof is old, for the form that asked', async () => {
  const browser = await withSecondFactor();
  const passkey = await addTo(browser);
  const path = `${ACCOUNT}/sessions/end-others`;
  await browser.open(ACCOUNT);
  api.clock.advance(10 * 60_000);
  const asked = await browser.submit(path);
  expect(asked).toMatchObject({ status: 422, text: expect.stringContaining('Use a passkey') });
  const credential = passkey.use(ceremony(asked));
  expect(await send(browser, path, createSoftPasskey().use(ceremony(asked)))).toMatchObject({
    status: 422,
    text: expect.stringContaining('This passkey was not accepted.'),
  });
  // Its challenge was taken by the other one's answer.
  const again = await send(browser, path, credential);
  expect(again.status).toBe(422);
  api.clock.advance(5 * 60_000);
  const late = await send(browser, path, passkey.use(ceremony(again)));
  expect(late.status).toBe(422);
  expect(await send(browser, path, passkey.use(ceremony(late)))).toMatchObject({ status: 303 });
  await browser.open(ACCOUNT);
  expect(await browser.submit(path)).toMatchObject({ status: 303 });
});

test('removing one needs the password where the last proof is old', async () => {
  const browser = await withSecondFactor();
  const { id } = await addTo(browser);
  const path = `${PASSKEYS}/remove`;
  await browser.open(ACCOUNT);
  api.clock.advance(10 * 60_000);
  const { status, text } = await browser.submit(path, { id });
  expect(status).toBe(422);
  const byPasskey = text.slice(text.indexOf('<form class="pages-form" id="passkey"'));
  expect(readPageForm(byPasskey, path)).toEqual({ credential: [''], id: [id] });
  expect((await browser.open(ACCOUNT)).text).toContain(id);
  expect(await browser.submit(path, { id, currentPassword: PASSWORD })).toMatchObject({ status: 303 });
  expect((await browser.open(ACCOUNT)).text).not.toContain(id);
});
