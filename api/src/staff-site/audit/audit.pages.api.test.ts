// In one file: each page reads the one log that the tests before have written.
import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import {
  saveDoctor,
  saveUser,
  saveUserAgree,
  saveUserDataConsent,
} from '@stepwise/shared-contracts/calls/user.calls';
import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { hashValues } from '../../domain/core/audit/record-audit-event.ts';
import {
  type AuditFilter,
  findAuditEvents,
  NO_FILTER,
} from '../../domain/data/audit-log/find-audit-events.ts';
import { writeAuditCsv } from '../../domain/data/audit-log/write-audit-csv.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { eraseValues, recordWithdrawal } from '../../testing/record-withdrawal.ts';
import { logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const AUDIT_LOG = '/admin/audit';
const MINUTE_MS = 60_000;
const api = await createTestApi();
const doctor = { name: 'Dr Lee', phone: '0355-500-011', email: '' };
const nothing = { type: '', actor: '', about: '', from: '', to: '' };

let manager: Awaited<ReturnType<typeof logInStaff>>;
beforeAll(async () => {
  manager = await logInStaff(api, 'manager');
});

async function look(browser: StaffBrowser, filter: Partial<typeof nothing> = {}): Promise<string> {
  await browser.open(AUDIT_LOG);
  expect(await browser.submit(AUDIT_LOG, { ...nothing, ...filter })).toMatchObject({
    status: 303,
    location: AUDIT_LOG,
  });
  return (await browser.open(AUDIT_LOG)).text;
}
const eventsIn = (text: string): string[] =>
  [...text.matchAll(/<p><strong>([^<]+)<\/strong>/g)].map(([, description]) => description ?? '');
const viewsOf = (participantId: string) =>
  api.query(`select actor from audit_event where type = 'participant.viewed' and subject = $1 order by id`, [
    participantId,
  ]);

test.each([
  ['GET', AUDIT_LOG],
  ['POST', AUDIT_LOG],
  ['POST', `${AUDIT_LOG}/verify`],
  ['POST', `${AUDIT_LOG}/export`],
])('%s %s is for managers only', async (method, path) => {
  const researcher = await logInStaff(api);
  const stranger = openStaffBrowser(api);
  await stranger.open('/admin/log-in');
  await researcher.open('/admin/participants');
  const ask = (browser: StaffBrowser) =>
    method === 'GET' ? browser.open(path) : browser.submit(path, nothing);
  expect(await ask(researcher)).toMatchObject({ status: 403 });
  expect(await ask(stranger)).toMatchObject({ status: 303, location: '/admin/log-in' });
  expect((await manager.post(path, nothing)).status).toBe(403);
});

test('each event is described in words, with its values before and after', async () => {
  const visitor = await api.logIn({ firstName: 'Alex' });
  const { id, email } = visitor.participant;
  const details = { firstName: 'Sandy', lastName: 'Taylor', phone: '', email: email ?? '', password: '' };
  await visitor.send(saveUser, details);
  const text = await look(manager, { about: email?.toUpperCase() ?? '' });
  expect(eventsIn(text)).toEqual([
    'Sandy Taylor changed the participant’s personal details',
    'Sandy Taylor logged in',
  ]);
  const row = /first name<\/th>(.*)/.exec(text)?.[1] ?? '';
  expect(row.split(/<[^>]+>/).filter(Boolean)).toEqual(['Alex', 'Sandy']);
  await manager.open('/admin/participants');
  await recordWithdrawal(api, id);
  for (const isErased of [false, true]) {
    if (isErased) await eraseValues(api);
    const erased = await look(manager, { about: id });
    expect(erased).not.toContain('Alex');
    expect(erased.match(/The values were erased with the participant/g)).toHaveLength(3);
  }
});

test('reading the values of a participant’s events is written down as a view of them, once in a while', async () => {
  const [one, other, erased] = [await api.logIn(), await api.logIn(), await api.logIn()];
  for (const visitor of [one, other, erased]) await visitor.send(saveDoctor, doctor);
  await recordWithdrawal(api, erased.participant.id);
  const reader = await logInStaff(api, 'manager');
  const view = { actor: `staff:${reader.staff.id}` };
  for (const _twice of [1, 2]) await look(reader, { about: one.participant.id });
  expect(await viewsOf(one.participant.id)).toEqual([view]);
  // No values: who, what and when only.
  await look(reader, { about: other.participant.id, type: 'session.logged-in' });
  await look(reader, { about: erased.participant.id, type: 'doctor.changed' });
  for (const { participant } of [other, erased]) expect(await viewsOf(participant.id)).toEqual([]);
  // Of everybody's events the values are not shown.
  const everybody = await look(reader, { type: 'doctor.changed' });
  expect(everybody).not.toContain(doctor.name);
  expect(everybody).toContain('Search for this participant to see the values.');
  expect(await viewsOf(other.participant.id)).toEqual([]);
});

test('each form of the page has a name', async () => {
  const { text } = await manager.open(AUDIT_LOG);
  expect(text).toContain('role="search" aria-label="Search the audit log"');
  for (const name of ['Check the whole log', 'Download all as CSV'])
    expect(text).toMatch(new RegExp(`<form [^>]*aria-label="${name}"`));
});

test('a search narrows the log and stays out of the address', async () => {
  const [one, other] = [await api.logIn(), await api.logIn()];
  await one.send(saveDoctor, doctor);
  await other.send(saveDoctor, doctor);
  const about = one.participant.id;
  expect(eventsIn(await look(manager, { about, type: 'doctor.changed' }))).toHaveLength(1);
  expect(eventsIn(await look(manager, { about, actor: 'participant' }))).toHaveLength(2);
  expect(eventsIn(await look(manager, { about, actor: `staff:${manager.staff.id}` }))).toEqual([
    'Robin Reed looked at the participant’s page',
  ]);
  expect(eventsIn(await look(manager, { about: 'unknown@example.org' }))).toEqual([]);
  // Noon in Melbourne on 10 March.
  expect(eventsIn(await look(manager, { about, from: '2026-03-10', to: '2026-03-10' }))).toHaveLength(3);
  expect(eventsIn(await look(manager, { about, from: '2026-03-11' }))).toEqual([]);
  expect(eventsIn(await look(manager, { about, to: '2026-03-09' }))).toEqual([]);
  const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [about]);
  const ofDoctor = async (browser: StaffBrowser, about: string) =>
    eventsIn(await look(browser, { about, type: 'doctor.changed' })).length;
  const email = one.participant.email ?? '';
  expect([
    await ofDoctor(manager, email.toUpperCase()),
    await ofDoctor(manager, studyId.toLowerCase()),
  ]).toEqual([1, 1]);
  // Who sees no names finds no one by an address.
  const monitor = await logInStaff(api, 'monitor');
  expect([await ofDoctor(monitor, email), await ofDoctor(monitor, studyId)]).toEqual([0, 1]);
});

test.each([
  { type: 'nothing.known' },
  { from: '10/03/2026' },
  { about: 'x'.repeat(300) },
  { actor: 'y'.repeat(70) },
])('a filter of %j is rejected', async (filter) => {
  await manager.open(AUDIT_LOG);
  expect(await manager.submit(AUDIT_LOG, { ...nothing, ...filter })).toMatchObject({ status: 422 });
});

test('days in the wrong order are rejected at the later one, and the values are shown again', async () => {
  await look(manager, { about: 'before@example.org' });
  const typed = { about: 'person@example.org', actor: 'visitor', from: '2026-03-11', to: '2026-03-10' };
  const { status, text } = await manager.submit(AUDIT_LOG, { ...nothing, ...typed });
  expect(status).toBe(422);
  expect(text).toContain('<a href="#to">“To” is before “From”. Choose the same day or a later one.</a>');
  expect(text).toContain('<span class="field-error" id="to-error">“To” is before “From”');
  expect(text).toMatch(
    /id="to" name="to" aria-describedby="to-error" aria-invalid="true"[^>]* value="2026-03-10"/,
  );
  expect(text).toMatch(/id="from"[^>]* value="2026-03-11"/);
  expect(text).toMatch(/id="about"[^>]* value="person@example.org"/);
  expect(text).toContain('<option value="visitor" selected>');
  expect(text).not.toContain('Events, newest first');
  // The search before it stays in force.
  expect((await manager.open(AUDIT_LOG)).text).toContain('value="before@example.org"');
});

test('an event names who acted where another ended it, and the visitor who did not log in', async () => {
  const person = await api.logIn();
  const { id } = person.participant;
  const acting = await logInStaff(api);
  await api.query(`update staff set name = 'Kim Ode' where id = $1`, [acting.staff.id]);
  await acting.act(id);
  await acting.send(saveDoctor, doctor);
  await person.send(saveUserDataConsent, { value: 'agree' });
  expect(await look(manager, { about: id, type: 'acting.ended' })).toMatch(
    /About <a [^>]+>pat\d+ Taylor<\/a>\. Their day: 10\/03\/2026\. Kim Ode acted\.<\/p>/,
  );
  expect(await look(manager, { about: id, type: 'doctor.changed' })).toContain(
    '<strong>Kim Ode changed the participant’s doctor or nurse</strong>, in the participant’s place</p>',
  );
  await { ...api.operation(), actor: 'visitor' as const }.audit('password-reset.used', id, {});
  expect(eventsIn(await look(manager, { about: id, actor: 'visitor' }))).toEqual([
    'A visitor, not logged in chose a new password by a link',
  ]);
});

test('on paper a page says who printed it and when it stood so', async () => {
  await manager.open('/admin/participants');
  expect((await manager.open(AUDIT_LOG)).text).toMatch(
    /<p class="print-only">Printed by [^<]+, as it stood on \d\d\/03\/2026, \d+:\d\d [ap]m\.<\/p>/,
  );
});

test('a view of a participant is recorded once a quarter of an hour for each member of staff', async () => {
  const { id } = await api.buildParticipant();
  const [one, other] = [await logInStaff(api), await logInStaff(api)];
  for (const browser of [one, one, other, one]) await browser.open(`/admin/participants/${id}`);
  const actors = [`staff:${one.staff.id}`, `staff:${other.staff.id}`];
  expect((await viewsOf(id)).map(({ actor }) => actor)).toEqual(actors);
  api.clock.advance(16 * MINUTE_MS);
  await one.open(`/admin/participants/${id}`);
  expect(await viewsOf(id)).toHaveLength(3);
  // Who only wrote about them has not seen them.
  const writer = await logInStaff(api);
  await writer.open('/admin/participants');
  const note = { id: randomUUID(), note: 'Rang back.' };
  expect((await writer.submit(`/admin/participants/${id}/notes`, note)).status).toBe(303);
  await writer.open(`/admin/participants/${id}`);
  expect((await viewsOf(id)).at(-1)).toEqual({ actor: `staff:${writer.staff.id}` });
});

test.each([
  ...['/admin/participants', '/admin/warning-signs', '/admin/allocation', '/admin/follow-ups'],
  ...['/admin/data-queries', '/admin/missing-days', '/admin/adverse-events', '/admin/trial/accounts'],
])('a view of the people on %s is in the audit log, without a subject', async (page) => {
  const browser = await logInStaff(api, 'manager');
  await browser.open(page);
  await browser.open(`${page}?page=2`);
  const lists = await api.query(
    `select subject from audit_event where type = 'participants.listed' and actor = $1`,
    [`staff:${browser.staff.id}`],
  );
  expect(lists).toEqual([{ subject: null }]);
});

test('taking the copy of a consent is a look at its participant', async () => {
  const participant = await api.logIn({ stage: 'consent' });
  await participant.send(saveUserAgree, { consentAgree: true, futureContact: false });
  const { id } = participant.participant;
  const [{ id: consent }] = await api.query('select id from consent where participant_id = $1', [id]);
  const browser = await logInStaff(api);
  expect((await browser.open(`/admin/participants/${id}/consents/${consent}`)).status).toBe(200);
  expect(await viewsOf(id)).toHaveLength(1);
});

test('the whole log is verified on the page, as often as a person may ask for such work', async () => {
  const monitor = await logInStaff(api, 'monitor');
  await monitor.open(AUDIT_LOG);
  const verify = () => monitor.submit(`${AUDIT_LOG}/verify`);
  for (let times = 0; times < 10; times += 1)
    expect((await verify()).text).toContain('The audit log is whole');
  expect((await verify()).status).toBe(429);
  api.clock.advance(60_000);
  await monitor.open(AUDIT_LOG);
  expect((await verify()).status).toBe(200);
});

/** Cells of a CSV without line breaks inside them. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );

test('the CSV has all that its chain of hashes is made from', async () => {
  await manager.open(AUDIT_LOG);
  const { text, headers } = await manager.submit(`${AUDIT_LOG}/export`);
  expect(headers.get('content-type')).toContain('text/csv');
  expect(headers.get('content-disposition')).toContain('attachment');
  const [columns, ...lines] = text.trimEnd().split('\r\n').map(cellsOf);
  let previous = '0'.repeat(64);
  for (const line of lines) {
    const row = Object.fromEntries((columns ?? []).map((column, index) => [column, line[index] ?? '']));
    const orNull = (column: string) => row[column] || null;
    if (row.erased === '0') {
      const values = [row.before, row.after].map((json) => (json ? JSON.parse(json) : null));
      expect(hashValues(row.salt ?? '', ...(values as [unknown, unknown]))).toBe(row.values_hash);
    }
    const chained = [previous, row.at, row.type, row.actor, orNull('on_behalf_of'), orNull('subject')];
    const hash = createHash('sha256').update(JSON.stringify([...chained, row.request_id, row.values_hash]));
    expect(row.hash).toBe(hash.digest('hex'));
    previous = row.hash ?? '';
  }
  const last = lines.at(-1) ?? [];
  expect(last.slice(2, 4)).toEqual(['audit.exported', `staff:${manager.staff.id}`]);
});

test.each(['=', '+', '-', '@'])(
  'the CSV has no formula that starts with %s in a value, whatever program parts its cells, and the same JSON',
  async (sign) => {
    const visitor = await api.logIn();
    await visitor.send(saveDoctor, { ...doctor, name: `Dr Lee;${sign}SUM(1)` });
    let text = '';
    for await (const chunk of writeAuditCsv(api.orm.em.fork(), api.content.product.timeZone))
      text += Buffer.from(chunk).toString();
    expect(text).not.toContain(`;${sign}SUM`);
    expect(text).toContain(`Dr Lee\\u003b${sign}SUM(1)`);
  },
);

test('a day of the log begins at midnight, and a page that is full has no older one behind it', async () => {
  const { timeZone } = api.content.product;
  const visitor = await api.logIn();
  const { id } = visitor.participant;
  const now = api.clock.now();
  api.clock.set('2026-04-10T14:00:00Z');
  await visitor.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  const find = (filter: Partial<AuditFilter>, size?: number) =>
    findAuditEvents(
      api.orm.em.fork(),
      { ...NO_FILTER, about: id, ...filter },
      { before: 2_147_483_647, timeZone, viewer: { names: true, arms: true }, ...(size && { size }) },
    );
  expect((await find({ from: '2026-04-11' })).events).toHaveLength(1);
  expect((await find({ to: '2026-04-10' })).events).toHaveLength(1);
  expect((await find({}, 2)).olderThan).toBeNull();
  expect((await find({}, 1)).olderThan).not.toBeNull();
  api.clock.set(now.toISOString());
});

/** Two pages' worth, and the two hours by which the numbers may lag behind the times, of one event a second. */
const MAX_ROWS_READ = 10_000;

test('a page of a hundred thousand events reads as few of them, by any filter', async () => {
  const { id } = await api.buildParticipant();
  /** How many rows of the log and entries of its indexes the database reads for one page. */
  const readFor = (filter: Partial<AuditFilter>, before = 2_147_483_647): Promise<number> =>
    api.orm.em.fork().transactional(async (em) => {
      const readSoFar = async () => {
        const [row] = await em.execute(
          `select sum(pg_stat_get_xact_tuples_returned(id) + pg_stat_get_xact_tuples_fetched(id))::int as read
           from (select 'audit_event'::regclass::oid as id
                 union select indexrelid from pg_index where indrelid = 'audit_event'::regclass) as relation`,
        );
        return row?.read;
      };
      // A helping process would count for itself.
      await em.execute('set local max_parallel_workers_per_gather = 0');
      const readBefore = await readSoFar();
      const { timeZone } = api.content.product;
      await findAuditEvents(
        em,
        { ...NO_FILTER, ...filter },
        { before, timeZone, viewer: { names: true, arms: true } },
      );
      return (await readSoFar()) - readBefore;
    });
  await api.queryAsOwner('alter table audit_event disable trigger user');
  await api.queryAsOwner(
    `insert into audit_event (at, type, actor, subject, request_id, values_hash, previous_hash, hash)
     select timestamptz '2026-03-10' + n * interval '1 second', case n % 100 when 0 then 'doctor.changed' else 'record.saved' end,
       'participant:' || gen_random_uuid(), gen_random_uuid(), 'r', 'v', 'p', 'h' from generate_series(1, 100000) n`,
  );
  await api.queryAsOwner('analyze audit_event');
  const filters: Partial<AuditFilter>[] = [
    {},
    { type: 'doctor.changed' },
    { actor: `staff:${manager.staff.id}` },
    { about: id },
    { from: '2026-03-10' },
    { from: '2026-03-20' },
    { to: '2026-03-10' },
    { to: '2025-03-10' },
  ];
  for (const filter of filters) expect(await readFor(filter)).toBeLessThan(MAX_ROWS_READ);
  expect(await readFor({}, 50_000)).toBeLessThan(MAX_ROWS_READ);
  await look(manager);
  const { text } = await manager.open(`${AUDIT_LOG}?before=50000`);
  expect(text).toContain('Event 49999.');
  expect(text).toContain(`${AUDIT_LOG}?before=49988`);
});

test('the CSV of a search has its events with names, values in a search for one participant only, and is audited', async () => {
  const visitor = await api.logIn({ firstName: 'Ines', lastName: 'Vale' });
  await visitor.send(saveDoctor, { ...doctor, name: 'Dr Before' });
  await visitor.send(saveDoctor, doctor);
  const { id } = visitor.participant;
  const download = async (filter: Partial<typeof nothing>) => {
    await look(manager, filter);
    const { text, headers } = await manager.submit(`${AUDIT_LOG}/export-search`);
    expect(headers.get('content-disposition')).toContain('audit-log-search-');
    return text.trimEnd().split('\r\n').map(cellsOf).slice(1);
  };
  const own = await download({ about: id, type: 'doctor.changed' });
  const named = [
    'doctor.changed',
    'changed the participant’s doctor or nurse',
    'Ines Vale',
    '0',
    'Ines Vale',
  ];
  expect(own.map((cells) => cells.slice(3, 8))).toEqual([named, named]);
  const [stored] = await api.query(
    `select id::text, at, hash from audit_event where type = 'doctor.changed' and subject = $1 order by id desc limit 1`,
    [id],
  );
  const day = localDate(stored.at, api.content.product.timeZone);
  expect(own[0]?.slice(0, 3)).toEqual([stored.id, stored.at.toISOString(), day]);
  expect([own[0]?.[8], own[0]?.[11]]).toEqual(['0', stored.hash]);
  expect(own[0]?.[9]).toContain('Dr Before');
  expect(own[0]?.[10]).toContain(doctor.name);
  expect((await look(manager, { about: id })).match(/About <a href="[^"]+">Ines Vale<\/a>/g)).not.toBeNull();
  await recordWithdrawal(api, id);
  const [erased] = await download({ about: id, type: 'doctor.changed' });
  expect(erased?.slice(8, 11)).toEqual(['1', '', '']);
  const all = await download({ type: 'doctor.changed' });
  expect(all.length).toBeGreaterThan(0);
  for (const cells of all) expect(cells.slice(9, 11)).toEqual(['', '']);
  const exports = `select subject from audit_event where type = 'audit.exported' and subject = $1`;
  expect(await api.query(exports, [id])).toHaveLength(2);
});

test('each event about a participant has their own day, by where they were then', async () => {
  const visitor = await api.logIn();
  const { id, email } = visitor.participant;
  // A day apart at any time.
  const [east, west] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;
  const today = (zone: string) => formatDate(localDate(api.clock.now(), zone));
  const expected: string[] = [];
  const changeDoctorIn = async (zone: string) => {
    api.clock.advance(1_000);
    expected.unshift(today(zone));
    await visitor.send(saveDoctor, { ...doctor, name: `Dr ${expected.length}` });
  };
  const choose = (timeZone: string) =>
    visitor.send(saveUser, {
      ...{ firstName: 'Alex', lastName: 'Taylor', phone: '', email: email ?? '', password: '', timeZone },
    });
  await api.query('update participant set device_time_zone = $2 where id = $1', [id, west]);
  await changeDoctorIn(west);
  await choose(east);
  await changeDoctorIn(east);
  await choose('');
  await changeDoctorIn(west);
  api.clock.advance(1_000);
  await api.query(
    `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
     values ($1, '2026-03-10', true, true, true, $2, $3, '2026-03-10', $2)`,
    [id, api.clock.now(), east],
  );
  await changeDoctorIn(east);
  api.clock.advance(1_000);
  await api.query(
    `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
     values ($1, '2026-03-11', true, true, true, $2, $3, '2026-03-11', $2)`,
    [id, api.clock.now(), west],
  );
  await changeDoctorIn(west);

  const daysIn = (text: string) => [...text.matchAll(/Their day: ([\d/]+)\./g)].map(([, day]) => day);
  expect(daysIn(await look(manager, { about: id, type: 'doctor.changed' }))).toEqual(expected);
  // A change of the time zone is of the day where they were before it.
  expect(daysIn(await look(manager, { about: id, type: 'details.changed' }))).toEqual([
    today(east),
    today(west),
  ]);
  const all: string[] = [];
  for await (const lines of writeAuditCsv(api.orm.em.fork(), api.content.product.timeZone))
    all.push(...String(lines).trimEnd().split('\r\n'));
  const own = all.map(cellsOf).filter((cells) => cells[2] === 'doctor.changed' && cells[5] === id);
  expect(own.map((cells) => formatDate(cells[14] ?? '')).reverse()).toEqual(expected);
  await api.queryAsOwner('delete from participant where id = $1', [id]);
  expect(daysIn(await look(manager, { about: id }))).toEqual([]);
});
