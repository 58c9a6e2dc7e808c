// In one file: each case is of one document and the renderer beside it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { consentForm, privacyStatement } from '@stepwise/shared-contracts/calls/content.calls';
import { allData, loginCheck, loginUser, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { SESSION_ENDS_IN } from '@stepwise/shared-contracts/calls/session-header';
import { surveyData, surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { addActivity, addSymptom, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor, saveSupport } from '@stepwise/shared-contracts/calls/user.calls';
import { surveySchema } from '@stepwise/shared-contracts/entities/survey';
import { type BootData, bootDataSchema } from '@stepwise/shared-contracts/federation/boot-data';
import { SERVER_FILE, WITHOUT_SCRIPT } from '@stepwise/shared-contracts/federation/names';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { BuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { presentSurveyQuestions } from '../../domain/core/content/present-content.ts';
import { hashSessionKey } from '../../platform/sessions/session-store.ts';
import { deploy, recall } from '../../release-api/deployment.ts';
import { saveRelease } from '../../release-api/publish-release.command.ts';
import { readHistory } from '../../release-api/read-registry.ts';
import { readStatus } from '../../release-api/read-use.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { buildRelease, changeTo, putLive } from '../../testing/releases.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

/** A renderer whose markup is the survey's answers and the shell's hash, so that it shows whose page it made of what. */
let inputs: string[] = [];
let people: string[] = [];
let ended = Promise.withResolvers<string>();
/** Whether the pages of features throw. */
let throws = false;
const renderer = createServer(async (request, response) => {
  if (request.method === 'PUT') {
    await text(request);
    return response.end('{}');
  }
  if (request.method === 'DELETE') {
    ended.resolve(decodeURIComponent(request.url?.split('?')[1] ?? ''));
    return response.end('{}');
  }
  const { input, shell, person, features } = (await json(request)) as {
    input: string;
    shell: string;
    person?: string;
    features: Record<string, string>;
  };
  if (throws && Object.keys(features).length > 0) return response.writeHead(500).end();
  inputs.push(input);
  people.push(person ?? '');
  const { address, boot } = JSON.parse(input);
  const { answers } = boot.answers[surveyData.path].body;
  response.end(JSON.stringify({ markup: `<main>${address} ${JSON.stringify(answers)} ${shell}</main>` }));
});
await new Promise<void>((resolve) => renderer.listen(0, '127.0.0.1', resolve));
afterAll(() => void renderer.close());
const url = `http://127.0.0.1:${(renderer.address() as AddressInfo).port}`;
const api = await createTestApi({ renderer: async () => [url] });

const serverBuild = ({ release }: BuiltRelease) =>
  Buffer.from(`module.exports = '${release.metadata.version}'`);

function withServerBuild(built: BuiltRelease): BuiltRelease {
  const script = serverBuild(built);
  built.release.extras.assets.push({
    path: SERVER_FILE,
    integrity: integrityOf(script),
    bytes: script.length,
  });
  return { ...built, files: new Map([...built.files, [SERVER_FILE, script]]) };
}
await putLive(api, withServerBuild(buildRelease(SHELL, '1.0.0')));

beforeEach(() => {
  inputs = [];
  people = [];
  throws = false;
  ended = Promise.withResolvers();
});

async function open(visitor: Pick<Visitor, 'cookies'>, path: string) {
  const response = await fetch(api.origin + path, { headers: { cookie: visitor.cookies.header() } });
  visitor.cookies.keep(response.headers);
  const html = await response.text();
  const boot = bootDataSchema.parse(JSON.parse(/id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? ''));
  const markup = /<div id="app" data-server-markup>(.*?)<\/div>/.exec(html)?.[1];
  return { html, boot, markup, headers: response.headers };
}
const answersOf = ({ answers }: BootData): (number | null)[] =>
  surveySchema.parse(answers?.[surveyData.path]?.body).answers;

test('a visitor’s document holds the page, and what it asks the API as it begins', async () => {
  const { boot, markup, html, headers } = await open(api.stranger(), '/about');
  expect(markup).toMatch(/^<main>\/about \[null/);
  expect(boot.answers?.[loginCheck.path]).toEqual({ status: 200, headers: {}, body: { loggedIn: false } });
  expect(boot.answers?.[privacyStatement.path]?.body).toMatchObject({ sections: expect.any(Array) });
  expect(headers.get('cache-control')).toBe('no-store');
  const policy = headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(policy).toContain('trusted-types default');
  expect(policy).not.toContain('unsafe');
  // What everybody gets was made from nothing that is one answer's or one person's.
  expect(html.split(nonce).length).toBeGreaterThan(3);
  expect(inputs.join()).not.toContain(nonce);
  expect(inputs.join()).not.toContain('csrf');
});

test.each([
  ['/about', privacyStatement],
  ['/consent', consentForm],
] as const)(
  'the document of %s holds its own text, for a visitor and for a participant',
  async (path, call) => {
    const { body } = await api.stranger().send(call, undefined);
    for (const visitor of [api.stranger(), await api.logIn()]) {
      const { answers } = (await open(visitor, path)).boot;
      expect(answers?.[call.path]?.body).toEqual(body);
      const other = call === consentForm ? privacyStatement : consentForm;
      expect(answers).not.toHaveProperty([other.path]);
    }
  },
);

test('a page that is kept has the nonce of its own answer only, compressed or not', async () => {
  const opened: { nonce: string; html: string; encoding: string | null }[] = [];
  for (const accepted of ['gzip', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': accepted };
    const response = await fetch(`${api.origin}/sign-up`, { headers });
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1] ?? '';
    const encoding = response.headers.get('content-encoding');
    opened.push({ nonce, html: await response.text(), encoding });
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  expect(inputs).toHaveLength(1);
  expect(opened.map(({ encoding }) => encoding)).toEqual(['gzip', 'gzip', null]);
  expect(new Set(opened.map(({ nonce }) => nonce)).size).toBe(3);
  for (const { nonce, html } of opened)
    expect(new Set(html.match(/(?<=nonce=")[^"]*/g))).toEqual(new Set([nonce]));
  const [first, ...others] = opened.map(({ nonce, html }) => html.replaceAll(nonce, ''));
  for (const other of others) expect(other).toBe(first);
});

test('an address that no page reads is the same page, or one without markup', async () => {
  const opened = [];
  const ofOthers = '/login?page=2&edit=yes&step=reminder';
  for (const path of ['/login', '/login?r=1', ofOthers, '/login?r', '/login/r', '/r'])
    opened.push((await open(api.stranger(), path)).markup !== undefined);
  expect(opened).toEqual([true, true, true, true, false, false]);
  expect(inputs).toHaveLength(1);
  await open(api.stranger(), '/?edit=yes&page=2&step=reminder&r=1');
  expect(JSON.parse(inputs[1] ?? '').address).toBe('/?page=2&edit=yes');
});

test('one visitor’s answer is in their own pages only, though they share the releases', async () => {
  const [one, other] = [await api.visit(), await api.visit()];
  const before = await open(one, '/');
  const [question] = presentSurveyQuestions(api.content);
  const chosen = question?.options[0]?.id ?? 0;
  await one.send(surveySaveOption, { questionId: question?.id ?? 0, optionId: chosen });
  const [own, others, again] = await Promise.all([
    open(one, '/'),
    open(other, '/'),
    open(api.stranger(), '/'),
  ]);
  expect(answersOf(own.boot)[0]).toBe(chosen);
  // Visitors' pages are rendered in one place, where nobody's answers are.
  expect(own.markup).toBeUndefined();
  for (const { markup, boot } of [before, others, again]) {
    expect(markup).toMatch(/^<main>\/ \[null,null/);
    expect(answersOf(boot).filter((answer) => answer !== null)).toEqual([]);
  }
  expect(inputs).toHaveLength(1);
});

const HOSTILE = `</script><script>alert('1')</script><!-- <img src=x onerror=alert(2)> \u2028 " &lt;`;

test('a participant’s document holds what is theirs, as the calls answer it, and nothing ends its element', async () => {
  const participant = await api.logIn({ firstName: HOSTILE, lastName: HOSTILE });
  await participant.send(saveDoctor, { name: HOSTILE, phone: '0400 000 000', email: '' });
  await participant.send(saveSupport, { name: HOSTILE, phone: '0400 000 000' });
  const { body: activity } = await participant.send(addActivity, { activity: { text: HOSTILE } });
  const symptom = { text: HOSTILE, category: 'mood' } as const;
  const { body: added } = await participant.send(addSymptom, { symptom });
  const day = { sleep: true, mood: false, active: true };
  await participant.send(saveRecord, { ...day, symptoms: [added.id], activities: [activity.id] });
  const { boot, html, headers } = await open(participant, '/');
  const { body } = await participant.send(allData, undefined);
  const { headers: answered } = await participant.request(allData.path);
  expect(boot.answers?.[loginCheck.path]).toMatchObject({ status: 204 });
  expect(boot.answers?.[allData.path]?.body).toEqual(body);
  expect(JSON.stringify(body).split('onerror').length).toBeGreaterThan(8);
  expect(boot.madeFor?.timeZone).toBe(participant.timeZone);
  const endsIn = Number(boot.answers?.[allData.path]?.headers[SESSION_ENDS_IN]);
  expect(Math.abs(endsIn - Number(answered.get(SESSION_ENDS_IN)))).toBeLessThan(30);
  expect(surveySchema.parse(boot.answers?.[surveyData.path]?.body).answers.join('')).toBe('');
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('<img');
  expect(html.slice(html.indexOf('id="boot"')).match(/<\/?\w+/g)).toEqual([
    '</script',
    ...['<template', '<script', '</script', '</template'],
    ...['<script', '</script'],
    ...['</body', '</html'],
  ]);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('participants who ask at once each get their own only, compressed or not', async () => {
  const people = await Promise.all(
    ['Ada', 'Ben', 'Cy'].map((name) => api.logIn({ firstName: `${name}-of-this-test` })),
  );
  const rounds = Array.from({ length: 4 }, () => people).flat();
  const pages = await Promise.all(rounds.map((person) => open(person, '/')));
  for (const [index, { html }] of pages.entries()) {
    const named = new Set(html.match(/\w+-of-this-test/g));
    expect([...named]).toEqual([rounds[index]?.participant.firstName]);
  }
  const plain = await fetch(`${api.origin}/`, {
    headers: { cookie: people[0]?.cookies.header() ?? '', 'accept-encoding': 'identity' },
  });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(await plain.text()).toContain('Ada-of-this-test');
});

test('the renderer knows a participant by a name that is not theirs, until they log out', async () => {
  const participant = await api.logIn();
  expect((await open(participant, '/')).markup).toBeDefined();
  const [name = ''] = people;
  expect(name).toMatch(/^[\w-]{43}$/);
  expect(name).not.toContain(participant.participant.id);
  await participant.send(logoutUser, undefined);
  expect(await ended.promise).toBe(name);
});

test('the pages of a participant end when another one logs in in their browser', async () => {
  const participant = await api.logIn();
  await open(participant, '/');
  const [name = ''] = people;
  const { email } = await api.buildParticipant();
  await participant.send(loginUser, { username: email ?? '', password: PASSWORD });
  expect(await ended.promise).toBe(name);
});

test('a participant’s page has no markup of a canary, nor of a release that nobody has attested', async () => {
  const participant = await api.logIn();
  const history = await readHistory(api.orm.em.fork(), SHELL);
  const [live = ''] = history.flatMap(({ to }) => to ?? []).slice(-1);
  await putLive(api, withServerBuild(buildRelease(SHELL, '1.5.0')), 100, false);
  const shown = await open(participant, '/');
  expect(shown.html).toContain('1.5.0');
  expect(shown.markup).toBeUndefined();
  expect((await open(api.stranger(), '/about')).markup).toBeDefined();
  await changeTo(api, SHELL, (current) => deploy(current, live));
  expect((await open(participant, '/')).markup).toBeDefined();
});

test('where the server does not know a participant’s time zone, the browser asks by itself', async () => {
  const participant = await api.logIn();
  await api.query('update participant set device_time_zone = null where id = $1', [
    participant.participant.id,
  ]);
  expect((await open(participant, '/')).boot).not.toHaveProperty('answers');
});

test('the browser asks by itself for the team, and where its device was ended', async () => {
  expect((await open(await logInStaff(api), '/')).boot).not.toHaveProperty('answers');
  const visitor = await api.logIn();
  await visitor.send(logoutUser, undefined);
  await visitor.send(surveySaveOption, { questionId: 1, optionId: 101 });
  expect((await open(visitor, '/')).boot).toHaveProperty('answers');
  const key = hashSessionKey(visitor.cookies.get('stepwise.session'));
  await api.query(`update session set data = data || '{"deviceEnded":true}' where key_hash = $1`, [key]);
  expect((await open(visitor, '/')).boot).not.toHaveProperty('answers');
});

test('a page of a preview comes without markup', async () => {
  const tester = await api.logIn({ stage: 'consent' });
  const { release, files } = withServerBuild(buildRelease('mf-tracker', '9.0.0'));
  const origin = { by: 'team', at: api.clock.now() };
  await saveRelease(api.orm.em.fork(), 'mf-tracker', release, files, origin);
  expect((await open(tester, '/about')).markup).toBeDefined();
  const preview = { package: 'mf-tracker', version: '9.0.0', until: api.clock.now().getTime() + 60_000 };
  await api.query('update session set data = data || $1 where participant_id = $2', [
    JSON.stringify({ preview }),
    tester.participant.id,
  ]);
  const { html, markup } = await open(tester, '/about');
  expect(html).toContain('mf-tracker 9.0.0, which is not released');
  expect(markup).toBeUndefined();
});

test('a document whose answers cannot be read comes without them', async () => {
  const participant = await api.logIn();
  await api.queryAsOwner('alter table activity rename to activity_away');
  const { boot, markup } = await open(participant, '/');
  await api.queryAsOwner('alter table activity_away rename to activity');
  expect([boot.answers, markup]).toEqual([undefined, undefined]);
  expect((await open(participant, '/')).boot.answers?.[allData.path]?.status).toBe(200);
});

test('a document comes without markup where its limit cannot be read', async () => {
  const participant = await api.logIn();
  await api.queryAsOwner('alter table rate_limit rename to rate_limit_away');
  const { boot, markup } = await open(participant, '/');
  await api.queryAsOwner('alter table rate_limit_away rename to rate_limit');
  expect([boot.answers?.[allData.path]?.status, markup]).toEqual([200, undefined]);
});

test('a recalled release is in no page from then on, those that are kept included', async () => {
  const [bad, good] = ['2.0.0', '1.0.0'].map((version) =>
    integrityOf(serverBuild(buildRelease(SHELL, version))),
  );
  await putLive(api, withServerBuild(buildRelease(SHELL, '2.0.0')));
  const participant = await api.logIn();
  const pages = async () => [await open(api.stranger(), '/about'), await open(participant, '/')];
  for (const { markup } of await pages()) expect(markup).toContain(bad);
  const history = await readHistory(api.orm.em.fork(), SHELL);
  await changeTo(api, SHELL, (current) => recall(current, SHELL, { history, recalled: ['2.0.0'] }));
  for (const { markup, html } of await pages()) {
    expect(markup).toContain(good);
    expect(html).not.toContain(bad);
    expect(html).not.toContain('2.0.0');
  }
});

test('a form that is sent before the app answers comes to a page in words, which reads nothing', async () => {
  const { cookies } = await api.visit();
  const response = await fetch(api.origin + WITHOUT_SCRIPT, {
    method: 'POST',
    headers: { cookie: cookies.header(), 'content-type': 'application/x-www-form-urlencoded' },
    body: `username=a&password=${'secret'.repeat(20_000)}`,
  });
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain('Nothing was sent');
  expect(page).not.toContain('secret');
});

test('a participant who opens very many pages gets them without markup, until they pause', async () => {
  const visitor = await api.logIn();
  for (let opened = 0; opened < 60; opened++) expect((await open(visitor, '/')).markup).toBeDefined();
  expect((await open(visitor, '/')).markup).toBeUndefined();
  expect((await open(await api.logIn(), '/')).markup).toBeDefined();
  api.clock.advance(2_000);
  expect((await open(visitor, '/')).markup).toBeDefined();
});

test('a page that throws on the server arrives without markup, and is a fault of its release', async () => {
  const manifest = {
    ...{ name: 'mf-diary', title: 'Diary', contract: '^0.1.0', slots: [] },
    routes: [{ path: '/diary', page: 'diary', access: 'anyone' as const }],
  };
  await putLive(api, withServerBuild(buildRelease('mf-diary', '1.0.0', { manifest })));
  throws = true;
  expect((await open(api.stranger(), '/diary')).markup).toBeUndefined();
  const status = () => readStatus(api.orm.em.fork(), 'mf-diary');
  // Fails by the test's time limit.
  while ((await status()).live?.use.faults !== 1) await setImmediate();
  expect((await readStatus(api.orm.em.fork(), SHELL)).live?.use.faults).toBe(0);
});
