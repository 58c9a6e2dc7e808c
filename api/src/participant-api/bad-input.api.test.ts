import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { allCalls, type CallName } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { inTurn } from '@stepwise/tooling/testing/nightly';
import type { ParticipantOverrides } from '../testing/build-participant.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { putLiveRelease } from '../testing/releases.ts';
import { validBodies } from '../testing/valid-bodies.ts';

const api = await createTestApi();
await putLiveRelease(api);
const lines: string[] = [];
const logged = await createTestApi({ log: (line) => lines.push(line) });
const names = Object.keys(allCalls) as CallName[];
const callOf = (name: CallName): Call => allCalls[name];
const posts = names.filter((name) => callOf(name).method === 'POST');
const withBody = names.filter((name) => callOf(name).body !== null);
/** A passkey needs a challenge of this browser: passkeys.api.test.ts. */
const PASSKEY_ANSWERS: readonly CallName[] = ['addPasskey', 'logInByPasskey', 'proveByPasskey'];
const ofParticipants = names.filter((name) => callOf(name).access === 'participant');

const turnOf = (name: CallName): number => names.indexOf(name);

const participant = await api.logIn();
const bodies = await validBodies(api, participant.participant.id);
const send = (name: CallName, body: unknown, headers: Record<string, string> = {}) =>
  participant.request(callOf(name).path, { method: callOf(name).method, body, headers });

/** Everything this participant has, as it lies in the database. */
async function everything(): Promise<string> {
  const tables = [
    'participant',
    'helper',
    'setup_answer',
    'prescription',
    'activity',
    'symptom',
    'daily_record',
    'daily_reminder',
  ];
  const rows = tables.map(
    (table) => `select '${table}' as name, row_to_json(t)::text as row from ${table} t`,
  );
  return JSON.stringify(await api.query(`${rows.join(' union all ')} order by 1, 2`));
}

describe('the token', () => {
  test.each(posts)('%s rejects a missing one and one of another session', async (name) => {
    const other = await api.visit();
    const before = await everything();
    for (const token of [...inTurn(['', 'wrong'], turnOf(name)), other.cookies.get('csrftoken')]) {
      const { status, json } = await send(name, bodies[name], { 'x-csrftoken': token });
      expect(status).toBe(403);
      expect(json.error.code).toBe('wrong-csrf-token');
    }
    expect(await everything()).toBe(before);
  });

  test('a browser without a session is given one with its token by the rejection', async () => {
    const stranger = api.stranger();
    expect((await stranger.request(allCalls.loginCheck.path)).status).toBe(403);
    expect((await stranger.request(allCalls.loginCheck.path)).status).toBe(200);
  });
});

describe('without being logged in', () => {
  test.each(ofParticipants)('%s is rejected', async (name) => {
    const visitor = await api.visit();
    const { method, path } = callOf(name);
    const { status, json } = await visitor.request(path, { method, body: bodies[name] });
    expect(status).toBe(401);
    expect(json).toEqual({
      error: { code: 'not-logged-in', message: 'Please log in.', issues: [] },
      requestId: expect.any(String),
    });
  });
});

describe('a body of the wrong shape', () => {
  test.each(withBody)('%s rejects it, names each field and changes nothing', async (name) => {
    const before = await everything();
    for (const body of inTurn([[], '"text"', '1', 'null', 'true', {}], turnOf(name))) {
      const { status, json } = await send(name, body);
      expect(status).toBe(400);
      expect(json.error?.code ?? json.errors).toBeTruthy();
    }
    const valid = bodies[name] as Record<string, unknown>;
    for (const [place, [field, value]] of Object.entries(valid).entries()) {
      const turn = turnOf(name) + place;
      const { [field]: _, ...without } = valid;
      const wrongs = [without, { ...valid, [field]: { not: 'this' } }, { ...valid, [field]: [[]] }];
      if (!['optionId', 'step', 'hour'].includes(field)) wrongs.push({ ...valid, [field]: null });
      for (const wrong of inTurn(wrongs, turn)) {
        // The one field that may be left out.
        if (wrong === without && field === 'recordedAt') continue;
        const { status, json } = await send(name, wrong);
        expect({ field, wrong, status }).toEqual({ field, wrong, status: 400 });
        expect(json.error.issues[0].path[0]).toBe(field);
      }
      if (typeof value === 'number') {
        const outside = [-1, 2_147_483_648, 1e300, Number.MAX_SAFE_INTEGER];
        for (const id of inTurn(field === 'dose' ? outside : [...outside, 1.5], turn)) {
          const { status } = await send(name, { ...valid, [field]: id });
          expect({ id, status }).toEqual({ id, status: 400 });
        }
      }
    }
    expect(await everything()).toBe(before);
  });

  test.each(withBody)('%s rejects text that cannot be stored', async (name) => {
    const spoil = (value: unknown, spoilt: string): unknown =>
      typeof value === 'string'
        ? spoilt
        : Array.isArray(value)
          ? value.map((each) => spoil(each, spoilt))
          : typeof value === 'object' && value !== null
            ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, spoil(each, spoilt)]))
            : value;
    const before = await everything();
    const text = JSON.stringify(spoil({ ...(bodies[name] as object), further: 'text' }, 'SPOILT'));
    for (const unkeepable of inTurn(['\\u0000', 'a\\ud800b', '\\udc00'], turnOf(name))) {
      const { status, json } = await send(name, text.replaceAll('SPOILT', unkeepable));
      expect(status).toBe(400);
      expect(json.error.code).toBe('bad-request');
    }
    expect(await everything()).toBe(before);
  });

  test.each(withBody)('%s rejects what is not JSON', async (name) => {
    const broken = ['{', '{"a":', 'nothing', '{"__proto__": {"a": 1}}', '\u{feff}{}', ' '];
    for (const body of inTurn(broken, turnOf(name))) {
      const { status } = await send(name, body);
      expect({ body, status }).toEqual({ body, status: 400 });
    }
    const valid = JSON.stringify(bodies[name]);
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense'];
    for (const type of inTurn(types, turnOf(name))) {
      const { status, json } = await send(name, valid, { 'content-type': type });
      expect({ type, status }).toEqual({ type, status: 415 });
      expect(json.error.code).toBe('unsupported-media-type');
    }
    const large = await send(name, { ...(bodies[name] as object), more: 'x'.repeat(70_000) });
    expect(large.status).toBe(413);
    expect(large.json.error.code).toBe('too-large');
  });
});

describe('a hostile body', () => {
  const LIMIT = 64 * 1024;
  const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const browsers = async () => ({ participant, visitor: await api.visit() });

  test.each(withBody)('%s rejects JSON that is nested deep, at any depth up to its size', async (name) => {
    const valid = JSON.stringify(bodies[name]).slice(0, -1);
    const deep = [70, 5_000, LIMIT / 2 - 1_000].map((depth) => `${valid},"more":${arrays(depth)}}`);
    deep.push(`${valid},"more":${objects(10_000)}}`, arrays(LIMIT / 2 - 1));
    for (const browser of inTurn(Object.values(await browsers()), turnOf(name)))
      for (const body of inTurn(deep, turnOf(name))) {
        const { status, json } = await browser.request(callOf(name).path, { body });
        expect({ status, code: json.error.code }).toEqual({ status: 400, code: 'bad-request' });
      }
  });

  const text = '{"username":"pat@example.org","password":"wrong"}';
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const wrongSum = gzipSync(`{"username":"${'x'.repeat(82_000)}"}`);
  wrongSum[wrongSum.length - 6] = 255 - (wrongSum.at(-6) ?? 0);
  const encodings = { gzip: gzipSync(text), deflate: deflateSync(text), br: brotliCompressSync(text) };

  test.each([
    ...Object.entries(encodings),
    ...Object.keys(encodings).map((encoding) => [encoding, Buffer.from(text)] as const),
    ...Object.entries(encodings).map(([encoding, body]) => [encoding, body.subarray(0, -9)] as const),
    ['gzip', bomb],
    ['gzip', wrongSum],
    ['br', encodings.gzip],
    ['gzip, br', encodings.gzip],
    ['GZIP', Buffer.from(text)],
    ['snappy', Buffer.from(text)],
  ])('a body with content-encoding %j is rejected, and the server goes on', async (encoding, body) => {
    for (const browser of Object.values(await browsers())) {
      const headers = { 'content-encoding': encoding };
      const { status, json } = await browser.request('/api/login-user/', { body, headers });
      expect({ status, code: json.error.code }).toEqual({ status: 415, code: 'unsupported-media-type' });
      const form = await fetch(new URL('/admin/log-in', api.origin), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
      expect(form.status).toBe(415);
    }
    expect((await participant.request(allCalls.loginCheck.path)).status).toBe(204);
  });

  test('a form whose fields are nested deep is answered as a page', async () => {
    const { status, headers } = await fetch(new URL('/admin/log-in', api.origin), {
      method: 'POST',
      body: new URLSearchParams({ [`a${'[b]'.repeat(1_500)}`]: '1' }),
    });
    expect(status).toBe(403);
    expect(headers.get('content-type')).toContain('html');
  });
});

describe('a good call', () => {
  const MARK = 'nobody asked for this';
  /** The rows of every table that hold it. */
  let marked = '';
  beforeAll(async () => {
    const tables = await api.query(`select tablename from pg_tables where schemaname = 'public'`);
    marked = tables
      .map(({ tablename }) => `select t::text from "${tablename}" t where t::text like '%${MARK}%'`)
      .join(' union all ');
  });

  test.each(names)('%s succeeds, and ignores fields it does not know', async (name) => {
    const stageOf: Partial<Record<CallName, ParticipantOverrides>> = {
      saveUserAgree: { stage: 'consent' },
      saveHomestep: { stage: 'questionnaire' },
      sendAddressConfirmation: { stage: 'usualCare', awaitsRandomisation: 'address' },
    };
    const visitor = await api.logIn(stageOf[name]);
    if (name === 'surveyScore') await answerSurvey(visitor);
    const { method, path, responses } = callOf(name);
    const valid = (await validBodies(api, visitor.participant.id))[name] as object | undefined;
    const body = valid && {
      ...Object.fromEntries(
        Object.entries(valid).map(([key, value]) => [
          key,
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? { ...value, mark: MARK }
            : value,
        ]),
      ),
      mark: MARK,
      id: (valid as { id?: number }).id ?? MARK,
    };
    const answer = await visitor.request(path, { method, ...(body && { body }) });
    if (['saveMedcustom', 'previewMedcustom', 'planFindings'].includes(name)) {
      // The research team's own; modules/acting tests it.
      expect(answer.json.error.code).toBe('not-allowed');
      return;
    }
    if (name === 'answerConsent') {
      // The demonstration's form asks nothing; reconsent.api.test.ts tries it.
      expect(answer.json.error.code).toBe('not-yet');
      return;
    }
    if (name === 'consentAgreedTo') {
      // Someone who was built as having agreed has no text; reconsent.api.test.ts reads one.
      expect(answer.json.error.code).toBe('not-found');
      return;
    }
    if (name === 'saveBaseline') {
      // Only until randomisation; baseline.api.test.ts tries it.
      expect(answer.json.error.code).toBe('not-yet');
      return;
    }
    if (PASSKEY_ANSWERS.includes(name)) expect([400, 422]).toContain(answer.status);
    else expect(Object.keys(responses)).toContain(String(answer.status));
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await api.query(marked)).toEqual([]);
  });

  async function answerSurvey(visitor: typeof participant): Promise<void> {
    for (const { id, options } of api.content.survey.questions) {
      await visitor.send(allCalls.surveySaveOption, { questionId: id, optionId: options[0]?.id ?? null });
    }
  }
});

describe('an address that is none', () => {
  test.each(['/api/', '/api/nothing/', '/api/all-data', '/api/%', '/api/all-data/x', '/api/\\..'])(
    '%s is answered as not found',
    async (path) => {
      const { status, json } = await participant.request(path, { method: 'GET' });
      expect(status).toBe(404);
      expect(json.error.code).toBe('no-such-call');
    },
  );

  test('a call by another method is rejected, with the method that it takes', async () => {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const { status, headers, json } = await participant.request(allCalls.allData.path, { method });
      expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
      expect(json.error.code).toBe('method-not-allowed');
    }
  });
});

test('a time zone that does not exist is taken as none', async () => {
  for (const zone of ['Nowhere/Town', '', 'x'.repeat(5_000), '../../etc']) {
    const { status, json } = await send('saveRecord', bodies.saveRecord, { 'x-time-zone': zone });
    expect(status).toBe(200);
    expect(json.record.timeZone).toBe('UTC');
  }
});

test('the log contains nothing that a person entered', async () => {
  const visitor = await logged.logIn({ firstName: 'Secretname' });
  await visitor.request('/api/save-user/?email=secretquery', { body: '{"password": "secretword", ' });
  await visitor.request('/api/save-doctor/', { body: { name: 'Secretdoctor', phone: '1', email: '' } });
  await logged.queryAsOwner('alter table helper rename to helper_away');
  const { status, json } = await visitor.request('/api/save-doctor/', {
    body: { name: 'Secretfault', phone: '1', email: '' },
  });
  expect(status).toBe(500);
  expect(json.error).toEqual({ code: 'internal', message: expect.any(String), issues: [] });
  const log = lines.join('\n');
  expect(log).toContain(json.requestId);
  expect(log).toContain('42P01');
  expect(log).not.toMatch(/secret|127\.0\.0\.1|example\.org/i);
  const asked = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  // Who logs in is named as well.
  const actor = `participant:${visitor.participant.id}`;
  expect(asked.slice(-4)).toMatchObject([
    { method: 'POST', path: '/api/login-user/', status: 200, actor },
    { method: 'POST', path: '/api/save-user/', status: 400, actor },
    { method: 'POST', path: '/api/save-doctor/', status: 204, actor },
    { method: 'POST', path: '/api/save-doctor/', status: 500, actor },
  ]);
  const faults = lines.filter((line) => !line.includes('"msg":"request"'));
  expect(faults.join('\n')).not.toContain(visitor.participant.id);
});
