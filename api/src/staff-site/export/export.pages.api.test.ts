import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { hashSigned } from '../../domain/people/signatures/signatures.ts';
import { openExportView } from '../../domain/reports/export/open-export-view.ts';
import { writeExport } from '../../domain/reports/export/write-export.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { ask, download, readCsv, unzip } from '../../testing/read-export.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const PAGE = '/admin/export';
const api = await createTestApi({ connections: 10 });

const eventsOf = () =>
  api.query(
    `select e.type, e.actor, e.request_id, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type like 'export.%' and e.id > $1 order by e.id`,
    [before],
  );
let before = 0;
beforeEach(async () => {
  await api.removeParticipants();
  const [{ last }] = await api.query('select coalesce(max(id), 0) as last from audit_event');
  before = last;
});

async function consent() {
  const visitor = await api.logIn({ stage: 'consent' });
  await visitor.send(saveUserAgree, { futureContact: false, consentAgree: true });
}

/** Waits until the audit log has as many events of exports. */
async function untilEvents(count: number) {
  for (;;) {
    const events = await eventsOf();
    if (events.length >= count) return events;
    await wait(20);
  }
}

test('a manager downloads with a reason; the audit log and the page show it with the checksum', async () => {
  await consent();
  const manager = await logInStaff(api, 'manager');
  const { headers, bytes } = await download(manager, api.origin);
  expect(headers.get('content-type')).toBe('application/zip');
  expect(headers.get('content-disposition')).toBe('attachment; filename="stepwise-20260310T0100Z.zip"');
  expect(headers.get('cache-control')).toBe('no-store');
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const [started, finished, ...more] = await eventsOf();
  expect(more).toEqual([]);
  const actor = `staff:${manager.staff.id}`;
  expect(started).toMatchObject({
    type: 'export.started',
    actor,
    after: { reason: 'Interim analysis for the safety board' },
  });
  expect(finished).toMatchObject({
    type: 'export.finished',
    actor,
    request_id: started.request_id,
    after: { sha256, bytes: bytes.length, counts: { participants: 1, consents: 1, daily_records: 0 } },
  });
  const { text } = await manager.open(PAGE);
  expect(text).toContain('Interim analysis for the safety board');
  expect(text).toContain('Sent to the end, with 1 participant');
  expect(text).toContain(sha256);

  const meaning = 'I release these data for this purpose only, and I keep them as the ethics approval says.';
  expect(text).toContain(`${manager.staff.name}, 10/03/2026, 12:00 pm: “${meaning}”`);
  const { release } = finished.after;
  const content = { release, reason: started.after.reason, isMasked: false, hasDates: false, sha256 };
  expect(await api.query('select * from signature where target = $1', [release])).toMatchObject([
    {
      kind: 'data-release',
      staff_id: manager.staff.id,
      meaning,
      proof: 'password',
      hash: hashSigned(content),
    },
  ]);

  api.clock.advance(60_000);
  const later = await download(manager, api.origin, { variant: 'masked' });
  const [, , , masked] = await untilEvents(4);
  const laterSha256 = createHash('sha256').update(later.bytes).digest('hex');
  expect(await api.query('select hash from signature where target = $1', [masked.after.release])).toEqual([
    { hash: hashSigned({ ...content, release: masked.after.release, isMasked: true, sha256: laterSha256 }) },
  ]);
  const list = (await manager.open(PAGE)).text;
  expect(list.indexOf(laterSha256)).toBeGreaterThan(-1);
  expect(list.indexOf(laterSha256)).toBeLessThan(list.indexOf(sha256));
});

test('nothing is exported without a signature of its own', async () => {
  const manager = await logInStaff(api, 'manager');
  await manager.open(PAGE);
  const fields = { reason: 'A reason that is good', variant: 'masked' };
  const unseen = await manager.submit(PAGE, { ...fields, currentPassword: PASSWORD });
  expect(unseen.text).toContain('Read what you sign, then sign it here.');
  expect(unseen.text).toContain('Nothing that discloses the group</dd>');
  const dated = await manager.submit(PAGE, { ...fields, dates: 'yes' });
  expect(dated.text).toContain('Nothing that discloses the group, with calendar dates</dd>');
  expect(readPageForm(dated.text, PAGE)).toEqual({
    ...{ reason: [fields.reason], variant: ['masked'], dates: ['yes'], currentPassword: [''] },
  });
  expect((await manager.submit(PAGE, { ...fields, currentPassword: 'wrong' })).status).toBe(422);
  const another = await manager.submit(PAGE, { ...fields, variant: 'whole', currentPassword: PASSWORD });
  expect(another).toMatchObject({
    status: 422,
    text: expect.stringContaining('Everything, with the groups'),
  });
  expect(await eventsOf()).toEqual([]);
  expect(await api.query(`select 1 from signature where staff_id = $1`, [manager.staff.id])).toEqual([]);
});

test.each(['', ' short ', 'x'.repeat(501)])(
  'without a good reason (%j) nothing is exported',
  async (reason) => {
    const manager = await logInStaff(api, 'manager');
    await manager.open(PAGE);
    const rejected = await manager.submit(PAGE, { reason });
    expect(rejected).toMatchObject({ status: 422 });
    expect(rejected.text).toContain('Say what the data are for, in 10 to 500 characters.');
    expect(readPageForm(rejected.text, PAGE)).toMatchObject({ variant: ['whole'], reason: [reason] });
    const masked = await manager.submit(PAGE, { reason, variant: 'masked', dates: 'yes' });
    expect(readPageForm(masked.text, PAGE)).toMatchObject({ variant: ['masked'], dates: ['yes'] });
    expect(await eventsOf()).toEqual([]);
  },
);

test('an export of someone who left the team stays listed, and so does one without an end', async () => {
  const former = await logInStaff(api, 'manager');
  await download(former, api.origin);
  await api.query('delete from staff where id = $1', [former.staff.id]);
  const manager = await logInStaff(api, 'manager');
  const running = { ...api.operation(), actor: `staff:${manager.staff.id}` as const };
  await running.audit('export.started', null, { after: { reason: 'Interim analysis', masked: true } });
  const listed = rowsOfPage((await manager.open(PAGE)).text).slice(1, 3);
  expect(listed.map((cells) => cells.slice(1, 4))).toEqual([
    ['Robin Reed', 'Interim analysis (masked)', 'Has not ended'],
    [
      'A former member of the team',
      'Interim analysis for the safety board',
      'Sent to the end, with 0 participants',
    ],
  ]);
});

test('a form without a reason, or without its token, is rejected', async () => {
  const manager = await logInStaff(api, 'manager');
  await manager.open(PAGE);
  expect(await manager.submit(PAGE)).toMatchObject({ status: 422 });
  expect(await manager.post(PAGE, { reason: 'A reason that is good' })).toMatchObject({ status: 403 });
  expect(await eventsOf()).toEqual([]);
});

test('researchers may not, and visitors are sent to the log-in page', async () => {
  const researcher = await logInStaff(api);
  expect(await researcher.open(PAGE)).toMatchObject({ status: 403 });
  expect((await researcher.open('/admin/participants')).text).not.toContain(PAGE);
  expect(await researcher.submit(PAGE, { reason: 'A reason that is good' })).toMatchObject({ status: 403 });
  const visitor = openStaffBrowser(api);
  await visitor.open('/admin/log-in');
  const toLogIn = { status: 303, location: '/admin/log-in' };
  expect(await visitor.open(PAGE)).toMatchObject(toLogIn);
  await visitor.open('/admin/log-in');
  expect(await visitor.submit(PAGE, { reason: 'A reason that is good' })).toMatchObject(toLogIn);
  expect(await eventsOf()).toEqual([]);
});

test('a second export waits for the first to end, and says so on a page', async () => {
  const manager = await logInStaff(api, 'manager');
  const running = await openExportView(api.orm.em.fork(), api.content, api.clock.now());
  const rejected = await ask(manager, api.origin);
  expect(rejected.status).toBe(429);
  expect(await rejected.text()).toContain('Another export is running.');
  expect(await eventsOf()).toEqual([]);
  await running.close();
  await download(manager, api.origin);
  expect((await eventsOf()).map(({ type }) => type)).toEqual(['export.started', 'export.finished']);
});

test('a change made while an export runs is in none of its files', async () => {
  await consent();
  const view = await openExportView(api.orm.em.fork(), api.content, api.clock.now());
  const chunks: Uint8Array[] = [];
  await consent();
  for await (const chunk of writeExport(view, api.content, api.clock.now())) chunks.push(chunk);
  await view.close();
  const files = unzip(Buffer.concat(chunks));
  const idsIn = (name: string) =>
    new Set(
      readCsv(files.get(name) ?? '')
        .slice(1)
        .map(([id]) => id),
    );
  expect(idsIn('participants.csv').size).toBe(1);
  expect(idsIn('consents.csv')).toEqual(idsIn('participants.csv'));
});

test('an export whose download breaks off is shown as cut off and does not block the next one', async () => {
  await consent();
  // More than the buffers between server and reader hold.
  await api.query(
    `insert into participant (id, first_name, created_at)
     select gen_random_uuid(), '', now() from generate_series(1, 20000)`,
  );
  await api.query(
    `insert into consent (participant_id, text_hash, future_contact, agreed_at)
     select p.id, (select hash from consent_text limit 1), false, now() from participant p where first_name = ''`,
  );
  const manager = await logInStaff(api, 'manager');
  const reader = new AbortController();
  const { body } = await ask(manager, api.origin, { signal: reader.signal });
  await body?.getReader().read();
  reader.abort();
  const [started, end] = await untilEvents(2);
  expect(end).toMatchObject({ type: 'export.cut-off', request_id: started.request_id, after: null });
  expect((await manager.open(PAGE)).text).toContain('Cut off before its end');
  const { bytes } = await download(manager, api.origin);
  expect(readCsv(unzip(bytes).get('participants.csv') ?? '').length).toBeGreaterThan(20_000);
});

test('an export whose connection the database ends is cut off, and the next one runs', async () => {
  const manager = await logInStaff(api, 'manager');
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('lock table daily_record in access exclusive mode');
  const { body } = await ask(manager, api.origin);
  const reader = body?.getReader();
  await api.untilBlocked();
  await api.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  await client.query('commit');
  client.release();
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow();
  expect((await untilEvents(2)).map(({ type }) => type)).toEqual(['export.started', 'export.cut-off']);
  await download(manager, api.origin);
  expect((await eventsOf()).map(({ type }) => type).slice(2)).toEqual(['export.started', 'export.finished']);
});
