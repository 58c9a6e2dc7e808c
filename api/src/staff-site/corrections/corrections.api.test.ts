// In one file: each value is corrected and read by the same steps.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { reportDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { hashSigned } from '../../domain/people/signatures/signatures.ts';
import type { Staff } from '../../domain/people/staff/staff.entity.ts';
import { correctValue } from '../../domain/trial/corrections/correct-value.command.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { download, readCsv, unzip } from '../../testing/read-export.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, type StaffBrowser } from '../../testing/staff-browser.ts';

const DAY = '2026-03-10';
const RECORD = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
const WHY = { reason: 'Pressed the wrong button.', source: 'Call with the participant.', query: '' };

const api = await createTestApi({ connections: 10 });

beforeEach(async () => {
  api.clock.set('2026-03-10T01:00:00Z');
  await api.removeParticipants('data_lock');
});

const valuesOf = (id: string, day = DAY) => `/admin/participants/${id}/values?day=${day}`;
const correctOf = (id: string) => `/admin/participants/${id}/values/correct`;
const MOOD = { kind: 'record', target: DAY, field: 'mood' };

async function correct(browser: StaffBrowser, id: string, fields: Record<string, string>) {
  await browser.open(`${correctOf(id)}?${new URLSearchParams(fields)}`);
  return browser.sign(correctOf(id), { id: randomUUID(), ...WHY, ...fields });
}

async function build() {
  const person = await api.logIn({ stage: 'timeline' });
  const { symptoms } = (await person.send(allData, undefined)).body;
  const selfHarm = symptoms.find((each) => each.selfHarm)?.id ?? 0;
  await person.send(saveRecord, { ...RECORD, symptoms: [selfHarm] });
  return { person, id: person.participant.id };
}

/** A signed correction as the command takes it. */
function commandOf({ staff }: { staff: Staff }, given: typeof MOOD & { oldValue: string; newValue: string }) {
  const signing = { staff: staff.id, name: staff.name, proof: 'password', meaning: 'I correct it' } as const;
  return { ...given, kind: 'record' as const, ...WHY, query: null, id: randomUUID(), signing };
}

/** What the participant reads of each correction, the newest first. */
async function textsOf({ cookies }: Awaited<ReturnType<typeof build>>['person']) {
  const read = await fetch(`${api.origin}/account/access`, { headers: { cookie: cookies.header() } });
  return (await read.text()).match(/[^>]*It was:[^<]*/g);
}

describe('a correction', () => {
  test('of a day’s record keeps the old value, reason and source, and lowers no warning sign', async () => {
    const { person, id } = await build();
    const manager = await logInStaff(api, 'manager');
    expect((await manager.open(valuesOf(id))).text).toContain('Mood on 10/03/2026');
    const form = await manager.open(`${correctOf(id)}?${new URLSearchParams(MOOD)}`);
    expect(form.text).toContain('<option value="false">Not good</option>');
    expect(form.text).not.toContain('<option value="true"');
    expect(readPageForm(form.text, correctOf(id))).toEqual({
      ...{ kind: ['record'], target: [DAY], field: ['mood'], oldValue: ['true'] },
      ...{ id: [expect.stringMatching(/^[0-9a-f-]{36}$/)], newValue: [''], reason: [''], source: [''] },
      query: [''],
    });
    const given = { ...MOOD, oldValue: 'true', newValue: 'false' };
    const toSign = await manager.submit(correctOf(id), { id: randomUUID(), ...WHY, ...given });
    expect(rowsOfPage(toSign.text)).toEqual([
      ['Mood on 10/03/2026', 'Was: Good. Is: Not good'],
      ['Why', WHY.reason],
      ['Source', WHY.source],
    ]);
    api.clock.advance(60_000);
    const done = await correct(manager, id, given);
    expect(done).toMatchObject({ status: 303, location: `${valuesOf(id)}#corrections` });

    const { body } = await person.send(allData, undefined);
    expect(body.records).toMatchObject([{ mood: false, sleep: true, symptoms: [{ selfHarm: true }] }]);
    expect(await api.query('select closed_at, self_harm from warning_sign')).toEqual([
      { closed_at: null, self_harm: true },
    ]);
    expect(
      await api.query(
        `select count(*)::int as versions, count(distinct recorded_at)::int as recorded,
           count(distinct received_at)::int as received from daily_record`,
      ),
    ).toEqual([{ versions: 2, recorded: 1, received: 2 }]);
    const { text } = await manager.open(valuesOf(id));
    for (const words of [WHY.reason, WHY.source, 'Not good']) expect(text).toContain(words);
    const { reason, source } = WHY;
    const [{ id: correction }] = await api.query('select id from correction');
    const signed = { correction, ...given, reason, source };
    expect(await api.query(`select kind, meaning, hash from signature`)).toEqual([
      { kind: 'correction', meaning: expect.stringContaining('I correct it'), hash: hashSigned(signed) },
    ]);
    const value = { kind: 'record', target: DAY, field: 'mood' };
    expect(await api.eventsOf(id, 'value.')).toEqual([
      {
        type: 'value.corrected',
        before: { ...value, value: 'true' },
        after: { ...value, value: 'false', text: WHY.reason, note: WHY.source, query: null },
      },
    ]);
    expect(await api.eventsOf(id, 'signature.')).toMatchObject([{ after: { kind: 'correction' } }]);
    // What the phone sends again is the earlier version, which stays replaced.
    const headers = { cookie: person.cookies.header() };
    const read = await fetch(`${api.origin}/account/access`, { headers });
    expect(await read.text()).toContain('It was: Good. It is: Not good. Why: Pressed the wrong button.');
  });

  test('of what was felt and done adds and takes away, raises what is a warning sign, and never takes one back', async () => {
    const { person, id } = await build();
    const { symptoms, activities } = (await person.send(allData, undefined)).body;
    const selfHarm = symptoms.find((each) => each.selfHarm)?.id ?? 0;
    const harmless = symptoms.find((each) => !each.redflag && !each.selfHarm)?.id ?? 0;
    const sign = symptoms.find((each) => each.redflag && !each.selfHarm)?.id ?? 0;
    const activity = activities[0]?.id ?? 0;
    const manager = await logInStaff(api, 'manager');
    const item = (field: string, newValue: 'true' | 'false') =>
      correct(manager, id, {
        ...{ kind: 'record', target: DAY, field, newValue },
        oldValue: newValue === 'true' ? 'false' : 'true',
      });
    const ofDay = async () => {
      const { records } = (await person.send(allData, undefined)).body;
      return [records[0]?.symptoms.map(({ id }) => id).sort(), records[0]?.activities.map(({ id }) => id)];
    };

    expect((await manager.open(valuesOf(id))).text).toContain('A warning sign stays');
    expect(await item(`symptom-${selfHarm}`, 'false')).toMatchObject({
      status: 422,
      text: expect.stringContaining('A warning sign that was reported stays.'),
    });
    await api.query(`update warning_sign set closed_at = now()`);
    expect((await item(`symptom-${harmless}`, 'true')).status).toBe(303);
    expect(await api.query('select 1 from warning_sign where closed_at is null')).toEqual([]);
    expect((await item(`activity-${activity}`, 'true')).status).toBe(303);
    expect(await ofDay()).toEqual([[selfHarm, harmless].sort(), [activity]]);
    // What was taken off the list is corrected only where it was reported.
    await api.query('update activity set removed_at = now() where id = any($1)', [
      activities.slice(0, 2).map(({ id }) => id),
    ]);
    const labels = rowsOfPage((await manager.open(valuesOf(id))).text).map(([label]) => label);
    const activityOf = (index: number) => `Activity “${activities[index]?.text}” on 10/03/2026`;
    expect(labels).toEqual(expect.arrayContaining([activityOf(0), activityOf(2)]));
    expect(labels).not.toContain(activityOf(1));
    expect((await item(`symptom-${harmless}`, 'false')).status).toBe(303);
    expect(await ofDay()).toEqual([[selfHarm], [activity]]);

    expect((await item(`symptom-${sign}`, 'true')).status).toBe(303);
    expect(await api.query('select closed_at, self_harm from warning_sign')).toEqual([
      { closed_at: null, self_harm: true },
    ]);
    expect((await item(`symptom-${sign}`, 'false')).status).toBe(422);
    const unknown = new URLSearchParams({ ...MOOD, field: `symptom-${sign + 10_000}` });
    expect((await manager.open(`${correctOf(id)}?${unknown}`)).status).toBe(404);
    const read = await fetch(`${api.origin}/account/access`, {
      headers: { cookie: person.cookies.header() },
    });
    expect(await read.text()).toMatch(/Activity “[^”]+”\. It was: Not reported\. It is: Reported\./);
  });

  test('for a data query is listed on the page of the query', async () => {
    const { id } = await build();
    const query = randomUUID();
    await api.query(
      `insert into data_query (id, participant_id, about, day, state, raised_at) values ($1, $2, 'record', $3, 'open', now())`,
      [query, id, DAY],
    );
    await api.query(
      `insert into data_query_entry (query_id, at, kind, text) values ($1, now(), 'asked', 'Was it a good day?')`,
      [query],
    );
    const manager = await logInStaff(api, 'manager');
    const page = `/admin/data-queries/${query}`;
    expect((await manager.open(page)).text).toContain(`href="${valuesOf(id)}">Correct a value`);
    const offered = async () =>
      (await manager.open(`${correctOf(id)}?${new URLSearchParams(MOOD)}`)).text.match(
        /<option value="[0-9a-f-]{36}">[^<]*/g,
      );
    expect(await offered()).toContain(
      `<option value="${query}">A day’s record, 10/03/2026: Was it a good day?`,
    );
    const asked = await correct(manager, id, { ...MOOD, oldValue: 'true', newValue: 'false', query });
    expect(asked).toMatchObject({ status: 303 });
    api.clock.advance(60_000);
    await correct(manager, id, { ...MOOD, field: 'sleep', oldValue: 'true', newValue: 'false' });
    const monitor = await logInStaff(api, 'monitor');
    const { text } = await monitor.open(page);
    expect(text).toContain('Check-up, Mood on 10/03/2026');
    expect(text).not.toContain('Check-up, Sleep on');
    expect(text).not.toContain('Correct a value');
    await api.query(`update data_query set state = 'closed'`);
    expect(await offered()).toBe(null);
    for (const [browser, words] of [
      [manager, 'Correct a value'],
      [monitor, 'Compare values with their source'],
      [await logInStaff(api), 'See the values'],
    ] as const)
      expect((await browser.open(`/admin/participants/${id}`)).text).toContain(
        `href="/admin/participants/${id}/values">${words}</a>`,
      );
    await api.query(`update correction set reason = '', source = '' where field = 'sleep'`);
    const listed = (await manager.open(valuesOf(id))).text.split('<h2 id="corrections">')[1] ?? '';
    expect(listed.match(/href="\/admin\/data-queries\/[^"]+"/g)).toEqual([`href="${page}"`]);
    expect(
      rowsOfPage(listed)
        .slice(1)
        .map((cells) => [cells[2], ...cells.slice(5)]),
    ).toEqual([
      ['Check-up, Sleep on 10/03/2026', 'Erased', 'Erased', 'None'],
      ['Check-up, Mood on 10/03/2026', WHY.reason, WHY.source, 'Open'],
    ]);
  });

  test('of a dose report, a day of a follow-up and the baseline changes what they say', async () => {
    const { person, id } = await build();
    const { doseReports = [] } = (await person.send(allData, undefined)).body;
    await person.send(reportDose, { day: DAY, dose: 5, step: null });
    await api.query(
      `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 0, 'reduction', '2025-12-10T01:00:00Z')`,
      [id],
    );
    await api.query(
      `insert into follow_up_done (participant_id, months, done_on, reported_at, reported_by) values ($1, 3, '2026-03-09', now(), 'team')`,
      [id],
    );
    const newest = async () =>
      (await api.query('select id, dose::float8 as dose from dose_report order by id desc limit 1'))[0];
    const report = await newest();
    const manager = await logInStaff(api, 'investigator');
    const dose = {
      kind: 'dose-report',
      target: String(report.id),
      field: 'dose',
      oldValue: String(report.dose),
    };
    expect(await correct(manager, id, { ...dose, newValue: '9000' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('more than the highest daily dose'),
    });
    for (const newValue of ['-5', '1e1', '2.555', 'five'])
      expect(await correct(manager, id, { ...dose, newValue })).toMatchObject({
        status: 422,
        text: expect.stringContaining('Enter a number'),
      });
    expect((await correct(manager, id, { ...dose, newValue: '2.5' })).status).toBe(303);
    const after = (await person.send(allData, undefined)).body.doseReports ?? [];
    expect(after).toHaveLength(doseReports.length + 1);
    expect(after.at(-1)).toMatchObject({ dose: (await newest()).dose, day: DAY });
    expect((await newest()).dose).toBeLessThan(report.dose);
    const { text: values } = await manager.open(`/admin/participants/${id}/values`);
    expect(rowsOfPage(values).flat()).toContain('2.5 mg a day');

    const followUp = { kind: 'follow-up', target: '3', field: 'doneOn', oldValue: '2026-03-09' };
    const dayForm = await manager.open(`${correctOf(id)}?${new URLSearchParams(followUp)}`);
    expect(readPageForm(dayForm.text, correctOf(id))).toMatchObject({ newValue: [followUp.oldValue] });
    expect(await correct(manager, id, { ...followUp, newValue: '2026-03-11' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('still to come'),
    });
    expect(await correct(manager, id, { ...followUp, newValue: '2026-03-02' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('first of the window'),
    });
    const firstDay = { id: randomUUID(), ...WHY, ...followUp, newValue: '2026-03-03' };
    expect((await manager.submit(correctOf(id), firstDay)).text).toContain('Is: 03/03/2026');
    for (const newValue of ['yesterday', '2026-13-01', '2026-02-31'])
      expect(await correct(manager, id, { ...followUp, newValue })).toMatchObject({
        status: 422,
        text: expect.stringContaining('Enter a day.'),
      });
    await api.query(
      `insert into follow_up_done select participant_id, 6, done_on, reported_at, reported_by from follow_up_done`,
    );
    expect((await correct(manager, id, { ...followUp, newValue: '2026-03-10' })).status).toBe(303);
    expect(await api.query('select months, done_on::text as on from follow_up_done order by months')).toEqual(
      [
        { months: 3, on: '2026-03-10' },
        { months: 6, on: '2026-03-09' },
      ],
    );

    api.clock.advance(60_000);
    const medicine = { kind: 'baseline', target: '', field: 'medicine', oldValue: '106/363' };
    expect((await correct(manager, id, { ...medicine, newValue: '105/354' })).status).toBe(303);
    const duration = { ...medicine, field: 'duration', oldValue: '501', newValue: '502' };
    expect((await correct(manager, id, duration)).status).toBe(303);
    expect(await api.query('select medicine, dose, duration, saved_at from baseline')).toEqual([
      { medicine: 105, dose: 354, duration: 502, saved_at: api.clock.now() },
    ]);
    // That of another month, in its own window.
    await api.query(
      `insert into correction (id, participant_id, kind, target, field, old_value, new_value, reason, source, staff_id, at)
       select gen_random_uuid(), participant_id, kind, '6', field, '2026-03-09', '2026-03-08', reason, source, staff_id, at
       from correction where field = 'doneOn'`,
    );
    const { text: listed } = await manager.open(valuesOf(id));
    expect(
      rowsOfPage(listed.split('<h2 id="corrections">')[1] ?? '')
        .slice(1)
        .map((cells) => cells.slice(2, 5))
        .toSorted(),
    ).toEqual([
      ['Dose report, dose', '5 mg a day', '2.5 mg a day'],
      ['Follow-up at 3 months, done on', '09/03/2026', '10/03/2026'],
      ['Follow-up at 6 months, done on', '09/03/2026', '08/03/2026'],
      ['How long it was taken', 'Less than 1 year', '1 to 2 years'],
      ['Medicine and dose', 'Sertraline, 100 mg', 'Paroxetine, 20 mg'],
    ]);
    const why = `Why: ${WHY.reason}`;
    expect(await textsOf(person)).toEqual([
      `How long it was taken. It was: Less than 1 year. It is: 1 to 2 years. ${why}`,
      `Medicine and dose. It was: Sertraline, 100 mg. It is: Paroxetine, 20 mg. ${why}`,
      `Follow-up at 3 months, done on. It was: 09/03/2026. It is: 10/03/2026. ${why}`,
      `Dose reported from 10/03/2026. It was: 5 mg a day. It is: 2.5 mg a day. ${why}`,
    ]);
    await api.queryAsOwner('update baseline set dose = 998, duration = 999');
    const { text } = await manager.open(valuesOf(id));
    // What the content has no longer is shown by its id.
    expect(rowsOfPage(text)).toEqual(
      expect.arrayContaining([
        expect.arrayContaining(['Medicine and dose', 'Paroxetine, 998']),
        expect.arrayContaining(['How long it was taken', '999']),
      ]),
    );
    // Without the values themselves, the stored words are read.
    for (const table of ['dose_report', 'follow_up_done', 'baseline'])
      await api.queryAsOwner(`delete from ${table}`);
    await api.queryAsOwner(`update correction set reason = '' where field = 'doneOn'`);
    expect(await textsOf(person)).toEqual([
      `Before randomisation. It was: 501. It is: 502. ${why}`,
      `Before randomisation. It was: 106/363. It is: 105/354. ${why}`,
      'Follow-up. It was: 09/03/2026. It is: 10/03/2026.',
      `Dose report. It was: 5 a day. It is: 2.5 a day. ${why}`,
    ]);
    await api.queryAsOwner('delete from correction');
    expect(await textsOf(person)).toBe(null);
  });

  test('of a dose accepts the daily maximum, and stores 37.5 mg as the content’s 37', async () => {
    const { person, id } = await build();
    await person.send(reportDose, { day: DAY, dose: 5, step: null });
    await api.query(`update dose_report set schedule_id = 17 where id = (select max(id) from dose_report)`);
    const [{ id: target }] = await api.query('select max(id)::text as id from dose_report');
    const dose = { kind: 'dose-report', target, field: 'dose' };
    const stored = async () =>
      (await api.query('select dose::float8 as dose from dose_report where id = $1', [target]))[0].dose;
    const manager = await logInStaff(api, 'manager');
    expect((await correct(manager, id, { ...dose, oldValue: '5', newValue: '375' })).status).toBe(303);
    expect(await stored()).toBe(375);
    expect((await correct(manager, id, { ...dose, oldValue: '375', newValue: '37.5' })).status).toBe(303);
    expect(await stored()).toBe(37);
  });

  test('of the report of a step moves the steps after it, and with another dose it stands for no step', async () => {
    const { person, id } = await build();
    api.clock.set('2026-04-10T01:00:00Z');
    await person.send(loginUser, { username: person.participant.email ?? '', password: PASSWORD });
    const { prescriptions } = (await person.send(allData, undefined)).body;
    const step = prescriptions[1];
    if (!step) throw new Error('There is no second step.');
    await person.send(reportDose, { day: '2026-04-10', dose: step.dose, step: step.id });
    const newest = async () =>
      (
        await api.query(
          `select id::text, dose::text, kind, prescription_id as step, planned::text from dose_report order by id desc limit 1`,
        )
      )[0];
    const next = async () =>
      (
        await api.query('select date::text from prescription where participant_id = $1 order by date', [id])
      )[2];
    expect([(await newest()).step, await next()]).toEqual([step.id, { date: '2026-05-08' }]);

    const manager = await logInStaff(api, 'manager');
    const { id: target, dose } = await newest();
    const report = { kind: 'dose-report', target };
    const day = { field: 'day', oldValue: '2026-04-10', newValue: '2026-04-08' };
    expect((await correct(manager, id, { ...report, ...day })).status).toBe(303);
    expect([(await newest()).step, await next()]).toEqual([step.id, { date: '2026-05-06' }]);

    const other = { field: 'dose', oldValue: String(Number(dose)), newValue: '2.5' };
    expect((await correct(manager, id, { ...report, ...other })).status).toBe(303);
    expect(await newest()).toMatchObject({ kind: 'other', step: null, planned: null });
    const starting = async () =>
      (
        await api.query(
          `select id::text as target, dose::float8::text as dose from dose_report where kind = 'starting'`,
        )
      )[0];
    const { target: first, dose: oldValue } = await starting();
    const ofFirst = { kind: 'dose-report', target: first, field: 'dose', oldValue, newValue: '2.5' };
    expect((await correct(manager, id, ofFirst)).status).toBe(303);
    expect(await starting()).toEqual({ target: first, dose: '2.5' });
  });

  test('of a day with two check-ups changes the one that counts', async () => {
    api.clock.set('2026-03-09T22:00:00Z');
    const person = await api.logIn({ stage: 'timeline' });
    const { id, email } = person.participant;
    await person.send(saveRecord, { ...RECORD, sleep: false });
    const early = await logInStaff(api, 'manager');
    const [{ target }] = await api.query(
      `update dose_report set day = '2026-03-09' returning id::text as target`,
    );
    const today = { kind: 'dose-report', target, field: 'day', oldValue: '2026-03-09', newValue: DAY };
    await early.open(`${correctOf(id)}?${new URLSearchParams(today)}`);
    const toSign = await early.submit(correctOf(id), { id: randomUUID(), ...WHY, ...today });
    expect(toSign.text).toContain('Is: 10/03/2026');
    api.clock.set('2026-03-10T01:00:00Z');
    await person.send(loginUser, { username: email ?? '', password: PASSWORD });
    await person.send(saveRecord, RECORD);
    // Of the same day, and older than the one that is there.
    await person.send(saveRecord, { ...RECORD, active: false, recordedAt: '2026-03-10T00:30:00.000Z' });
    const manager = await logInStaff(api, 'manager');
    const { status } = await correct(manager, id, { ...MOOD, oldValue: 'true', newValue: 'false' });
    expect(status).toBe(303);
    const { records } = (await person.send(allData, undefined)).body;
    expect(records.map(({ date, sleep, mood, active }) => [date, sleep, mood, active])).toEqual([
      ['2026-03-09', false, true, true],
      [DAY, true, false, true],
    ]);
  });

  test('of a day that was added later stays one', async () => {
    const { person, id } = await build();
    const target = '2026-03-09';
    await person.send(saveRecord, { ...RECORD, localDate: target });
    const manager = await logInStaff(api, 'manager');
    expect(
      (await correct(manager, id, { ...MOOD, target, oldValue: 'true', newValue: 'false' })).status,
    ).toBe(303);
    expect(
      await api.query('select added_later, mood from daily_record where local_date = $1 order by id', [
        target,
      ]),
    ).toEqual([
      { added_later: true, mood: true },
      { added_later: true, mood: false },
    ]);
    // What is told of each is its own: another day, another value, another person.
    for (const field of ['mood', 'sleep'])
      await correct(manager, id, { ...MOOD, field, oldValue: 'true', newValue: 'false' });
    await api.query(
      `insert into correction (id, participant_id, kind, target, field, old_value, new_value, reason, source, staff_id, at)
       select gen_random_uuid(), $1, kind, target, field, old_value, new_value, 'Of another.', source, staff_id, at
       from correction`,
      [(await api.buildParticipant()).id],
    );
    const words = `It was: Good. It is: Not good. Why: ${WHY.reason}`;
    expect((await textsOf(person))?.toSorted()).toEqual([
      `Check-up of 09/03/2026, Mood. ${words}`,
      `Check-up of 10/03/2026, Mood. ${words}`,
      `Check-up of 10/03/2026, Sleep. ${words}`,
    ]);
  });

  test('is in the export, with days counted from the consent, and takes the mark of a monitor away', async () => {
    const { person, id } = await build();
    await api.query(
      `with text as (insert into consent_text (hash, version, article) values (repeat('b', 64), '1', '{}') on conflict do nothing returning hash)
       insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, repeat('b', 64), false, '2026-03-01T00:00:00Z')`,
      [id],
    );
    const monitor = await logInStaff(api, 'monitor');
    const values = (await monitor.open(valuesOf(id))).text;
    const mark = { ...MOOD, value: 'true', day: DAY };
    const ofMood = values.slice(values.lastIndexOf('<form', values.indexOf('Mark as compared: Mood')));
    expect(readPageForm(ofMood, `/admin/participants/${id}/values`)).toEqual(
      Object.fromEntries(Object.entries(mark).map(([name, value]) => [name, [value]])),
    );
    const compared = async () =>
      rowsOfPage((await monitor.open(valuesOf(id))).text).filter(([, , by]) => by?.startsWith('Robin Reed'));
    expect(
      (await monitor.submit(`/admin/participants/${id}/values`, { ...mark, value: 'false' })).status,
    ).toBe(409);
    await monitor.open(valuesOf(id));
    expect(
      (await monitor.submit(`/admin/participants/${id}/values`, { ...mark, field: 'symptom-0' })).status,
    ).toBe(404);
    for (const [day, location] of [
      [DAY, valuesOf(id)],
      ['', `/admin/participants/${id}/values`],
    ] as const) {
      await monitor.open(valuesOf(id));
      expect(await monitor.submit(`/admin/participants/${id}/values`, { ...mark, day })).toMatchObject({
        status: 303,
        location,
      });
    }
    expect(await api.eventsOf(id, 'value.')).toEqual([
      { type: 'value.verified', before: null, after: { ...MOOD, value: 'true' } },
    ]);
    const moodRow = ['Mood on 10/03/2026', 'Good', 'Robin Reed, 10/03/2026, 12:00 pm'];
    expect(await compared()).toEqual([moodRow]);
    await monitor.submit(`/admin/participants/${id}/values`, { ...mark, field: 'sleep' });
    const marks = () =>
      api.query('select field, removed_at is null as stands from source_verification order by field, id');
    const ofSleep = { field: 'sleep', stands: true };
    expect(await marks()).toEqual([{ field: 'mood', stands: true }, ofSleep]);
    expect((await monitor.open(correctOf(id))).status).toBe(403);

    const manager = await logInStaff(api, 'manager');
    await correct(manager, id, { ...MOOD, oldValue: 'true', newValue: 'false' });
    expect(await marks()).toEqual([{ field: 'mood', stands: false }, ofSleep]);
    expect((await compared()).map(([what]) => what)).toEqual(['Sleep on 10/03/2026']);
    const removed = () => api.query(`select removed_at from source_verification where field = 'mood'`);
    const first = await removed();
    api.clock.advance(60_000);
    await correct(manager, id, { ...MOOD, oldValue: 'false', newValue: 'true' });
    expect(await removed()).toEqual(first);
    const read = await fetch(`${api.origin}/account/access`, {
      headers: { cookie: person.cookies.header() },
    });
    const texts = (await read.text()).match(/It was: .*? Why/g);
    expect(texts?.toSorted()).toEqual([
      'It was: Good. It is: Not good. Why',
      'It was: Not good. It is: Good. Why',
    ]);
    await monitor.open(valuesOf(id));
    await monitor.submit(`/admin/participants/${id}/values`, mark);
    expect(await marks()).toEqual([
      { field: 'mood', stands: false },
      { field: 'mood', stands: true },
      ofSleep,
    ]);
    // What is reported again is marked by itself.
    await person.send(saveRecord, { ...RECORD, sleep: false });
    await monitor.open(valuesOf(id));
    await monitor.submit(`/admin/participants/${id}/values`, { ...mark, field: 'sleep', value: 'false' });
    expect((await marks()).slice(2)).toEqual([ofSleep, ofSleep]);
    const files = unzip((await download(manager, api.origin)).bytes);
    const [heads = [], ...rows] = readCsv(files.get('corrections.csv') ?? '');
    expect(heads.slice(2, 10)).toEqual([
      ...['kind', 'value_day', 'value_of', 'field', 'old_value', 'new_value', 'corrected_day', 'by_query'],
    ]);
    expect(rows.map((row) => row.slice(2, 10))).toEqual([
      ['record', '9', '', 'mood', 'true', 'false', '9', '0'],
      ['record', '9', '', 'mood', 'false', 'true', '9', '0'],
    ]);
  });

  test('is of nothing where a participant has no values, and of no one of an unknown id', async () => {
    const { id } = await api.buildParticipant({ stage: 'eligibility' });
    const manager = await logInStaff(api, 'manager');
    expect((await manager.open(valuesOf(id))).text).toContain('There is nothing to correct.');
    expect((await manager.open(valuesOf(randomUUID()))).status).toBe(404);
  });

  test('is rejected for what changed meanwhile, for locked data, and for another’s query', async () => {
    const { id } = await build();
    const manager = await logInStaff(api, 'manager');
    const given = { ...MOOD, oldValue: 'true', newValue: 'false' };
    expect((await correct(manager, id, { ...given, oldValue: 'false' })).status).toBe(409);
    expect((await correct(manager, id, { ...given, query: randomUUID() })).status).toBe(404);
    const query = randomUUID();
    await api.query(
      `insert into data_query (id, participant_id, about, day, state, raised_at) values ($1, $2, 'record', $3, 'open', now())`,
      [query, (await api.buildParticipant()).id, DAY],
    );
    expect((await correct(manager, id, { ...given, query })).status).toBe(404);
    const another = new URLSearchParams({ ...given, target: '2026-03-09' });
    expect((await manager.open(`${correctOf(id)}?${another}`)).status).toBe(404);
    another.set('target', 'no-day');
    expect((await manager.open(`${correctOf(id)}?${another}`)).status).toBe(404);
    const unexplained = await correct(manager, id, { ...given, reason: ' ', query });
    expect(unexplained.status).toBe(422);
    expect(readPageForm(unexplained.text, correctOf(id))).toMatchObject({
      ...{ newValue: ['false'], source: [WHY.source], oldValue: ['true'] },
    });
    for (const [newValue, text] of [
      ['true', 'This is the value that it has.'],
      ['maybe', 'Choose from the list.'],
    ] as const)
      expect(await correct(manager, id, { ...given, newValue })).toMatchObject({
        status: 422,
        text: expect.stringContaining(text),
      });
    await api.query(
      `insert into data_lock (id, participant_id, locked_by, locked_at, hash) values (gen_random_uuid(), $1, gen_random_uuid(), now(), repeat('c', 64))`,
      [id],
    );
    const opened = await manager.open(`${correctOf(id)}?${new URLSearchParams(given)}`);
    expect(opened.text).toContain('are locked');
    // Locked, changed and made anonymous, while the page waited for a signature.
    const command = commandOf(manager, given);
    await expect(correctValue(api.operation(), id, command)).rejects.toThrow('are locked');
    await api.query('delete from data_lock');
    await expect(correctValue(api.operation(), id, { ...command, oldValue: 'false' })).rejects.toThrow(
      'changed since you opened it',
    );
    await expect(
      correctValue(api.operation(), id, { ...command, target: '2026-03-09' }),
    ).rejects.toMatchObject({ code: 'not-found' });
    const consents = async (value: string) => {
      await api.query('update participant set data_consent = $2 where id = $1', [id, value]);
      return (await manager.open(valuesOf(id))).text.includes('aria-label="Correct: Mood on');
    };
    expect(await consents('agree')).toBe(true);
    expect((await manager.open(`${correctOf(id)}?${new URLSearchParams(given)}`)).status).toBe(200);
    expect(await consents('anonymous')).toBe(false);
    expect(await manager.open(`${correctOf(id)}?${new URLSearchParams(given)}`)).toMatchObject({
      status: 403,
      text: expect.stringContaining('Nothing is corrected about anonymous people.'),
    });
    await expect(correctValue(api.operation(), id, command)).rejects.toThrow('about anonymous people');
    expect(await api.query('select 1 from correction')).toEqual([]);
  });

  test('whose form is sent twice is one correction', async () => {
    const { id } = await build();
    const command = commandOf(await logInStaff(api, 'manager'), {
      ...MOOD,
      oldValue: 'true',
      newValue: 'false',
    });
    await correctValue(api.operation(), id, command);
    await correctValue(api.operation(), id, command);
    expect(await api.query('select id from correction')).toEqual([{ id: command.id }]);
    expect(await api.eventsOf(id, 'value.')).toHaveLength(1);
  });
});
