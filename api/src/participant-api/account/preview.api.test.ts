import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { releaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { bootDataSchema } from '@stepwise/shared-contracts/federation/boot-data';
import { releaseApi } from '@stepwise/shared-contracts/release/release-api';
import { DAY_MS } from '../../platform/modules/durations.ts';
import { saveRelease } from '../../release-api/publish-release.command.ts';
import { PASSWORD, type ParticipantOverrides } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { buildRelease, changeTo, putLive } from '../../testing/releases.ts';
import { buildStaff, logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';
import { STOP_PREVIEW } from '../document/preview.ts';

const TOKEN = 'the token of a team';
const hash = createHash('sha256').update(TOKEN).digest('hex');
const api = await createTestApi({
  config: { releaseTokens: ['mf-plan', 'mf-diary', 'shell'].map((name) => ({ package: name, hash })) },
});
await putLive(api, buildRelease('shell', '1.0.0'));
await putLive(api, buildRelease('mf-plan', '1.0.0'));
for (const name of ['mf-plan', 'mf-diary', 'shell']) {
  const { release, files } = buildRelease(name, '2.0.0');
  await saveRelease(api.orm.em.fork(), name, release, files, { by: 'team', at: api.clock.now() });
}

const askForLink = (body: object, token = TOKEN, name = 'mf-plan') =>
  fetch(api.origin + releaseApi.preview(name), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
async function linkFor(tester: string, name?: string): Promise<string> {
  const response = await askForLink({ version: '2.0.0', tester }, TOKEN, name);
  expect(response.status).toBe(200);
  const { link, until } = (await response.json()) as { link: string; until: string };
  expect(Date.parse(until)).toBe(api.clock.now().getTime() + DAY_MS);
  expect(link).not.toContain('@');
  const { origin, pathname } = new URL(link);
  expect(origin).toBe(api.origin);
  return pathname;
}

/** A browser in which a participant is logged in, without a consent unless it is said otherwise. */
async function testerBrowser(overrides: ParticipantOverrides = { stage: 'consent' }) {
  const participant = await api.buildParticipant(overrides);
  const browser = openStaffBrowser(api);
  const logIn = async (email = participant.email ?? '') => {
    await browser.send(loginCheck, undefined);
    await browser.send(loginUser, { username: email, password: PASSWORD });
  };
  await logIn();
  const { logIn: logInAsStaff } = browser;
  return Object.assign(browser, { participant, email: participant.email ?? '', logIn, logInAsStaff });
}

const BAR = 'mf-plan 2.0.0, which is not released';

async function shown(browser: StaffBrowser) {
  const { text } = await browser.open('/');
  const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(text)?.[1] ?? '';
  const [feature] = bootDataSchema.parse(JSON.parse(boot)).features;
  const [, version] = /features\/mf-plan\/([^/]+)\//.exec(feature?.url ?? '') ?? [];
  return { version, lastGood: feature?.lastGood, hasBar: text.includes(BAR) };
}
const OF_EVERYONE = { version: '1.0.0', lastGood: undefined, hasBar: false };
const PREVIEWED = { version: '2.0.0', lastGood: undefined, hasBar: true };

test('a tester sees the unreleased version in this browser only, until they stop it', async () => {
  const [browser, other] = [await testerBrowser(), await testerBrowser()];
  // Letters of any case, as an address is written.
  const link = await linkFor(browser.email.toUpperCase());
  expect((await browser.open(link)).text).toContain('mf-plan 2.0.0');
  expect(await shown(browser)).toEqual(OF_EVERYONE);
  await browser.open(link);
  expect(await browser.submit(link)).toMatchObject({ status: 303, location: '/' });
  expect(await shown(browser)).toEqual(PREVIEWED);
  expect(await shown(other)).toEqual(OF_EVERYONE);
  expect(await shown(openStaffBrowser(api))).toEqual(OF_EVERYONE);
  const [event] = await api.query(
    `select e.actor, e.subject, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'preview.started'`,
  );
  const { id } = browser.participant;
  const until = new Date(api.clock.now().getTime() + DAY_MS).toISOString();
  const after = { package: 'mf-plan', version: '2.0.0', until };
  expect(event).toEqual({ actor: `participant:${id}`, subject: id, after });

  const [made] = await api.query(
    `select e.actor, e.subject, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'preview.link-made'`,
  );
  expect(made).toEqual({
    ...{ actor: 'operator', subject: id },
    after: { ...after, by: 'the team of mf-plan' },
  });

  await browser.open('/');
  expect((await browser.submit(STOP_PREVIEW)).location).toBe('/');
  expect(await shown(browser)).toEqual(OF_EVERYONE);
  // Another's link starts nothing, and the participant reads who made their own.
  const theirs = await linkFor(other.email);
  await browser.open(link);
  expect((await browser.submit(theirs)).status).toBe(404);
  expect(await shown(browser)).toEqual(OF_EVERYONE);
  expect((await browser.open('/account/access')).text).toContain(
    '<strong>Stepwise made a link to an unreleased version of the app</strong>',
  );
});

test.each([
  ['a page under /account', '/account/accessibility', 200],
  ['its error page', '/account/no-such-page', 404],
  ['the log-in of the team', '/admin/log-in', 200],
  ['an error page there', '/admin/no-such-page', 404],
])('%s shows the preview and ends it', async (_, path, status) => {
  const browser = await previewing();
  const opened = await browser.open(path);
  expect(opened).toMatchObject({ status, text: expect.stringContaining(BAR) });
  expect((await browser.submit(STOP_PREVIEW)).location).toBe('/');
  expect((await browser.open(path)).text).not.toContain(BAR);
  expect(await shown(browser)).toEqual(OF_EVERYONE);
});

test('the page of a fault of the server shows the preview and ends it', async () => {
  const browser = await previewing();
  const setShell = async (live: string | null) => {
    await api.queryAsOwner("update release_change set live = $1 where package = 'shell'", [live]);
    await api.registry.refetch();
  };
  await setShell(null);
  expect(await browser.open('/')).toMatchObject({ status: 503, text: expect.stringContaining(BAR) });
  await browser.submit(STOP_PREVIEW);
  expect((await browser.open('/sw.js')).status).toBe(503);
  expect(await browser.open('/')).toMatchObject({ status: 503, text: expect.not.stringContaining(BAR) });
  await setShell('1.0.0');
  expect(await shown(browser)).toEqual(OF_EVERYONE);
});

async function previewing(name?: string) {
  const browser = await testerBrowser();
  const link = await linkFor(browser.email, name);
  await browser.open(link);
  await browser.submit(link);
  if (name) return browser;
  expect(await shown(browser)).toEqual(PREVIEWED);
  return browser;
}

test.each(['mf-diary', 'shell'])(
  '%s, of which nothing or another is live, is previewed beside the rest',
  async (name) => {
    const { text } = await (await previewing(name)).open('/');
    expect(text).toMatch(
      name === 'shell' ? 'src="/shell/2.0.0/main.js"' : '/features/mf-diary/2.0.0/remoteEntry.js',
    );
    expect(text).toContain('/features/mf-plan/1.0.0/remoteEntry.js');
  },
);

test('what a tester’s browser reports during a preview, or of it later, is not counted', async () => {
  const { release, files } = buildRelease('mf-plan', '2.0.0');
  await putLive(api, { name: 'mf-plan', release, files }, 50);
  const browser = await previewing();
  const report = (version: string, outcome: 'failed-in-use' | 'failed-call') =>
    browser.send(releaseReport, { feature: 'mf-plan', version, outcome });
  await report('2.0.0', 'failed-in-use');
  await report('1.0.0', 'failed-call');
  await browser.open('/');
  await browser.submit(STOP_PREVIEW);
  await report('2.0.0', 'failed-in-use');
  expect(await api.query('select * from release_use')).toEqual([]);
  expect(await api.query('select * from release_report')).toEqual([]);
  await putLive(api, buildRelease('mf-plan', '1.0.0'));
});

test('a preview gives no consent, and ends once the account has given one', async () => {
  const browser = await previewing();
  const consent = { consentAgree: true, futureContact: false };
  const agree = () => browser.request('/api/save-user-agree/', { body: consent });
  expect((await agree()).status).toBe(403);
  expect(await shown(browser)).toEqual(PREVIEWED);
  await browser.open('/');
  await browser.submit(STOP_PREVIEW);
  expect(await shown(browser)).toEqual(OF_EVERYONE);
  expect((await agree()).status).toBe(403);
  await browser.logIn();
  expect((await agree()).status).toBe(200);
  const link = await linkFor(browser.email);
  expect(await browser.open(link)).toMatchObject({
    status: 403,
    text: expect.stringContaining('no consent'),
  });
  // Given in another browser meanwhile.
  const late = await previewing();
  await api.query('update participant set consent_agree = true where id = $1', [late.participant.id]);
  expect(await shown(late)).toEqual(OF_EVERYONE);
});

test('a preview ends with its day, with another account, with the log-in of the team, and with a recall', async () => {
  const browser = await previewing();
  const other = await testerBrowser();
  await browser.logIn(other.email);
  expect(await shown(browser)).toEqual(OF_EVERYONE);

  const shared = await previewing();
  await shared.logInAsStaff(await buildStaff(api));
  expect(await shown(shared)).toEqual(OF_EVERYONE);
  // Whatever the session says.
  const until = api.clock.now().getTime() + DAY_MS;
  await shared.act((await api.buildParticipant({ stage: 'consent' })).id);
  const changed = await api.query(`update session set data = data || $1 where data ? 'acting' returning 1`, [
    JSON.stringify({ preview: { package: 'mf-plan', version: '2.0.0', until } }),
  ]);
  expect(changed).toHaveLength(1);
  expect(await shown(shared)).toEqual(OF_EVERYONE);

  const recalled = await previewing();
  const made = await linkFor(recalled.email);
  await changeTo(api, 'mf-plan', (current) => current);
  await api.queryAsOwner(
    `update release_change set recalled = '2.0.0' where revision = (select max(revision) from release_change)`,
  );
  await api.registry.refetch();
  expect(await shown(recalled)).toEqual(OF_EVERYONE);
  expect(await recalled.open(made)).toMatchObject({
    status: 410,
    text: expect.stringContaining('was recalled'),
  });
  expect((await askForLink({ version: '2.0.0', tester: recalled.email })).status).toBe(422);
  await api.queryAsOwner('update release_change set recalled = null');
  await api.registry.refetch();
  expect(await shown(recalled)).toEqual(PREVIEWED);
  api.clock.advance(DAY_MS + 1);
  await recalled.logIn();
  expect(await shown(recalled)).toEqual(OF_EVERYONE);
});

test('a link opens for its own account only, unchanged, and never beside the team', async () => {
  const browser = await testerBrowser();
  const other = await testerBrowser();
  const link = await linkFor(browser.email);
  const changed = [
    link.replace('2.0.0', '1.0.0'),
    link.replace('mf-plan', 'mf-tracker'),
    link.replace(/\/(\d+)\//, (_, until) => `/${Number(until) + 1}/`),
    `${link}x`,
  ];
  for (const path of changed) expect((await browser.open(path)).status).toBe(404);
  expect((await other.open(link)).status).toBe(404);
  expect((await openStaffBrowser(api).open(link)).status).toBe(401);
  const team = await logInStaff(api);
  expect((await team.open(link)).status).toBe(403);
  await team.act(browser.participant.id);
  expect((await team.open(link)).status).toBe(403);
  expect((await team.submit(link)).status).toBe(403);
  // Without the token of the form nothing begins.
  await browser.open(link);
  expect((await browser.post(link, {})).status).toBe(403);
  expect(await shown(browser)).toEqual(OF_EVERYONE);
  const enrolled = await testerBrowser({ stage: 'timeline' });
  expect((await enrolled.open(await linkFor(enrolled.email))).status).toBe(403);
  api.clock.advance(DAY_MS);
  await browser.logIn();
  expect((await browser.open(link)).status).toBe(410);
});

test('a link needs the token of the package’s team, an address, and a release that was published', async () => {
  const order = { version: '2.0.0', tester: 'pat@example.org' };
  expect((await askForLink(order, '')).status).toBe(401);
  expect((await askForLink(order, 'a guess')).status).toBe(401);
  expect((await askForLink(order, TOKEN, 'mf-tracker')).status).toBe(403);
  expect((await askForLink({ ...order, tester: 'no address' })).status).toBe(400);
  expect((await askForLink({ tester: order.tester })).status).toBe(400);
  expect((await askForLink({ ...order, version: '9.0.0' })).status).toBe(404);
  const { release, files } = buildRelease('mf-plan', '3.0.0', { requires: { react: '^18.0.0' } });
  await saveRelease(api.orm.em.fork(), 'mf-plan', release, files, { by: 'team', at: api.clock.now() });
  expect((await askForLink({ ...order, version: '3.0.0' })).status).toBe(422);
});
