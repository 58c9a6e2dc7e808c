// In one file: each case is of one day’s page.
import { expect, test } from '@jest/globals';
import { reportDose, saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import {
  addActivity,
  addSymptom,
  deleteSymptom,
  saveRecord,
  saveSymptom,
} from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { addDays, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { saveContentVersion } from '../../domain/core/content/save-content-version.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const DAY_MS = 86_400_000;
const api = await createTestApi();
const text = (page: string) => page.replace(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('a day is shown as it was, whatever changed since', async () => {
  await saveContentVersion(api.orm.em.fork(), api.content, api.clock.now());
  const visitor = await api.logIn({ stage: 'timeline', firstName: 'Ada' });
  const { id } = visitor.participant;
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  const record = { mood: true, active: true, symptoms: [], activities: [] };
  await visitor.send(saveRecord, { ...record, sleep: false });
  await visitor.send(saveRecord, { ...record, sleep: true });
  api.clock.advance(DAY_MS);
  await visitor.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  // What comes a day later was not shown the day before: a symptom, and a dose that is reported for that day.
  await visitor.send(addSymptom, { symptom: { text: 'Came later', category: 'mood' } });
  await visitor.send(reportDose, { day, dose: 50, step: null });
  await visitor.send(saveRecord, { ...record, sleep: true });

  const manager = await logInStaff(api, 'manager');
  const page = await manager.open(`/admin/participants/${id}/day/${day}`);
  expect(page.status).toBe(200);
  const shown = text(page.text);
  expect(shown).toContain('Ada Taylor');
  const on = `from ${formatDate(day)}, reported by the participant`;
  for (const words of [
    `Shown as the dose in force 100 mg, ${on} `,
    `Taken, by all reports until now 50 mg, ${on} `,
  ])
    expect(shown).toContain(words);
  expect(shown).toMatch(/Counts for the day.*Replaced /);
  expect(shown.match(/Counts for the day/g)).toHaveLength(1);
  expect(shown).not.toContain('Came later');
  expect(shown).toContain(api.content.version);
  expect(shown.match(/saved the participant’s record of a day/g)).toHaveLength(2);
  const next = text((await manager.open(`/admin/participants/${id}/day/${addDays(day, 1)}`)).text);
  expect(next).toContain('Came later');
  expect(next).not.toContain('Replaced ');
  expect(next).toMatch(/Shown as the dose in force 50 ?mg/);

  const hash = api.content.versions.tracker;
  expect((await manager.open(`/admin/content/${hash}`)).text).toBe(api.content.sources.tracker);
  expect(await manager.open(`/admin/content/${'0'.repeat(64)}`)).toMatchObject({ status: 404 });
});

test('the lists are shown as they stood at the end of the day', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const symptom = async (text: string, redflag = false) => {
    const { body } = await visitor.send(addSymptom, { symptom: { text, category: 'mood' } });
    await visitor.send(saveSymptom, { symptom: { ...body, redflag } });
    return body;
  };
  await visitor.send(deleteSymptom, await symptom('Removed the same day'));
  const kept = await symptom('Kept as a warning sign', true);
  const plain = await symptom('Plain on the first day');
  const removed = await symptom('Removed later', true);
  await visitor.send(saveRecord, {
    ...{ sleep: true, mood: true, active: true },
    ...{ symptoms: [kept.id, plain.id], activities: [] },
  });
  await visitor.send(addActivity, { activity: { text: 'Walk on the first day' } });
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  api.clock.advance(DAY_MS);
  await visitor.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  await visitor.send(saveSymptom, { symptom: { ...kept, redflag: false } });
  for (const redflag of [true, false]) await visitor.send(saveSymptom, { symptom: { ...plain, redflag } });
  await visitor.send(deleteSymptom, removed);
  await visitor.send(addActivity, { activity: { text: 'Swim' } });

  const manager = await logInStaff(api, 'manager');
  const listsOf = async (of: string) => {
    const page = await manager.open(`/admin/participants/${visitor.participant.id}/day/${of}`);
    const [, symptoms = '', activities = ''] =
      /end of the day Symptoms (.*?) Activities (.*?) Messages sent/.exec(text(page.text)) ?? [];
    return { symptoms, activities };
  };
  const first = await listsOf(day);
  expect(first.symptoms).toMatch(
    /, Kept as a warning sign \(warning sign\), Plain on the first day, Removed later \(warning sign\)$/,
  );
  expect(first.activities).toMatch(/, Walk on the first day$/);
  const second = await listsOf(addDays(day, 1));
  expect(second.symptoms).toMatch(/, Kept as a warning sign, Plain on the first day$/);
  expect(second.activities).toMatch(/, Walk on the first day, Swim$/);
  // As flagged when they were recorded.
  const whole = text((await manager.open(`/admin/participants/${visitor.participant.id}`)).text);
  expect(whole).toContain('Kept as a warning sign (warning sign), Plain on the first day');
});

test('two check-ups of a day and one that was added later are told apart, and own words go with the identity', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const { body: symptom } = await visitor.send(addSymptom, {
    symptom: { text: 'My own symptom', category: 'mood' },
  });
  await visitor.send(saveSymptom, { symptom: { ...symptom, redflag: true } });
  await visitor.send(addActivity, { activity: { text: 'My own walk' } });
  const [activity] = await api.query(`select id from activity where text = 'My own walk'`);
  const record = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
  const today = localDate(api.clock.now(), 'Australia/Melbourne');
  const [day, yesterday] = [addDays(today, -2), addDays(today, -1)];
  // A morning and an evening in Melbourne, on two days by UTC.
  await visitor.send(saveRecord, {
    ...{ ...record, symptoms: [symptom.id], activities: [activity.id] },
    recordedAt: `${addDays(today, -3)}T22:00:00.000Z`,
  });
  await visitor.send(saveRecord, { ...record, recordedAt: `${day}T08:00:00.000Z` });
  await visitor.send(saveRecord, { ...record, localDate: yesterday });

  const manager = await logInStaff(api, 'manager');
  const pagesOf = async (id: string) => {
    const page = `/admin/participants/${id}`;
    const shown = [await manager.open(page), await manager.open(`${page}/day/${day}`)];
    return [...shown, await manager.open(`${page}/day/${yesterday}`)].map((each) => text(each.text));
  };
  const ofOneDay = ['Counts for the day', 'Kept; a later one counts for the day'];
  const marks = (page = '') =>
    page.match(/Counts for the day|Kept; a later one counts for the day|, added later/g);
  const page = `/admin/participants/${visitor.participant.id}/day`;
  const recordsOf = async (of: string) => {
    const { text } = await manager.open(`${page}/${of}`);
    const rows = rowsOfPage(text.split('<h2 id="records">')[1]?.split('</section>')[0] ?? '').slice(1);
    return rows.map((cells) => cells.slice(0, 2));
  };
  const now = formatDatetime('Australia/Melbourne', api.clock.now());
  expect(await recordsOf(yesterday)).toEqual([[`${now}, added later`, now]]);
  expect(await recordsOf(day)).toEqual([
    [`${formatDate(day)}, 7:00 pm`, now],
    [`${formatDate(day)}, 9:00 am`, now],
  ]);
  const [whole, ofDay, ofYesterday] = await pagesOf(visitor.participant.id);
  expect(marks(whole)).toEqual([', added later', 'Counts for the day', ...ofOneDay]);
  expect(whole).toContain('Days recorded of days due 2 of 2');
  expect(marks(ofDay)).toEqual(ofOneDay);
  expect(marks(ofYesterday)).toEqual([', added later', 'Counts for the day']);
  expect(ofDay).toContain('My own symptom (warning sign) My own walk Kept');
  expect(whole).toContain('My own symptom (warning sign) My own walk ');

  await visitor.send(saveUserDataConsent, { value: 'anonymous' });
  const [anonymous] = await api.query(`select id from participant where data_consent = 'anonymous'`);
  const [wholeLater = '', ofDayLater] = await pagesOf(anonymous.id);
  expect(wholeLater).toContain('Good Good Good In their own words (warning sign) In their own words ');
  expect(ofDayLater).toContain('In their own words (warning sign) In their own words Kept');
});

test('the messages, the content and the releases are those of the day', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const [now, day] = [api.clock.now(), localDate(api.clock.now(), 'Australia/Melbourne')];
  const [next, later] = [addDays(day, 1), new Date(now.getTime() + DAY_MS)];
  // 9 am of that day in Melbourne, when it is the day before by UTC, and 1 pm.
  const [morning, afternoon] = [`${addDays(day, -1)}T22:00:00Z`, `${day}T02:00:00Z`];
  await api.query(
    `insert into reminder_message values ($1, $2, 'daily', $4, 'sent'), ($1, $3, 'last', $5, null)`,
    [id, day, next, now, later],
  );
  await api.query(
    `insert into step_message values ($1, $2, 'due', $4, 'failed'), ($1, $3, 'announced', $5, 'sent')`,
    [id, day, next, now, later],
  );
  await api.query(`update step_message set marked_at = $2 where participant_id = $1 and kind = 'due'`, [
    id,
    afternoon,
  ]);
  await api.query('insert into follow_up_reminder values ($1, 3, 0, $2), ($1, 6, 0, $3)', [
    id,
    morning,
    later,
  ]);
  const [madeAt, madeLater] = [now, later].map((at) => `'${at.toISOString()}'`);
  // Without the releases themselves.
  await api.queryAsOwner(
    `begin; set local session_replication_role = replica;
     insert into release_change (revision, package, action, live, canary, canary_share, made_by, made_at, live_attested)
     values (1, 'mf-plan', 'promote', '1.0.0', null, null, 'operator', ${madeAt}, false),
       (2, 'mf-plan', 'canary', '1.1.0', '1.2.0', 10, 'operator', ${madeAt}, false),
       (5, 'mf-consent', 'promote', '1.3.0', null, null, 'operator', ${madeAt}, false),
       (3, 'mf-plan', 'promote', '2.0.0', null, null, 'operator', ${madeLater}, false),
       (4, 'mf-survey', 'retire', null, null, null, 'operator', ${madeLater}, false);
     commit`,
  );
  await saveContentVersion(api.orm.em.fork(), { ...api.content, version: 'f'.repeat(64) }, later);
  const manager = await logInStaff(api, 'manager');
  const partOf = async (of: string, from: string, to?: string) => {
    const page = text((await manager.open(`/admin/participants/${id}/day/${of}`)).text);
    return page.slice(page.indexOf(from), to === undefined ? undefined : page.indexOf(to));
  };
  const { text: shown } = await manager.open(`/admin/participants/${id}/day/${day}`);
  const messages = shown.split('<h2 id="messages">')[1]?.split('</section>')[0] ?? '';
  expect(rowsOfPage(messages).slice(1)).toEqual([
    ['Reminder of a follow-up', `${formatDate(day)}, 9:00 am`, 'sent'],
    ['Daily reminder', `${formatDate(day)}, 12:00 pm`, 'sent'],
    ['About a step that waits for an answer', `${formatDate(day)}, 1:00 pm`, 'failed'],
  ]);
  const messagesLater = await partOf(next, 'Messages sent Message', 'Who did what');
  expect(messagesLater).toMatch(/Last daily reminder until the next record .* unknown/);
  expect(messagesLater).toMatch(/A week before a step .* sent/);
  expect(messagesLater).not.toMatch(/Daily reminder|About a step/);
  const software = await partOf(day, 'Content loaded since');
  expect(software).toMatch(/mf-consent 1\. 3\. 0 .*mf-plan 1\. 1\. 0 1\. 2\. 0 for 10 %/);
  expect(software).not.toMatch(/f{64}|2\. 0\. 0/);
  expect(await partOf(next, 'Content loaded since')).toMatch(
    /f{64}.*mf-plan 2\. 0\. 0 None.*mf-survey Retired None/,
  );
  expect(software).not.toContain('mf-survey');
  const before = await partOf(addDays(day, -30), 'Content and releases');
  expect(before).toContain('The content of that day was not recorded.');
  expect(before).toContain('No release was promoted by then');
});

test('the step of a plan is shown from its day on, and a dose that is assumed as that', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const team = await logInStaff(api, 'manager');
  await team.act(id);
  await team.send(saveSchedule, { schedule: 12 });
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  const other = await api.buildParticipant({ stage: 'timeline' });
  await api.query(
    `insert into dose_report (participant_id, day, dose, schedule_id, kind, reported_at) values ($1, $2, 50, 11, 'assumed', $3)`,
    [other.id, day, api.clock.now()],
  );
  const without = await api.buildParticipant({ stage: 'plan' });
  const manager = await logInStaff(api, 'manager');
  const planned = async (of: string, on = day, browser = manager) => {
    const page = text((await browser.open(`/admin/participants/${of}/day/${on}`)).text);
    return page.slice(page.indexOf('Planned, by'));
  };
  expect(await planned(id)).toContain(`Planned, by the plan saved last 100 mg, from ${formatDate(day)}`);
  const next = addDays(day, 28);
  expect(await planned(id, addDays(next, 1))).toContain(`plan saved last 50 mg, from ${formatDate(next)}`);
  await api.query(`update dose_report set reported_by = 'team' where participant_id = $1`, [id]);
  expect(await planned(id)).toContain(`from ${formatDate(day)}, reported by the team `);
  expect(await planned(other.id)).toContain(
    'Planned, by the plan saved last No plan, or none for this day Shown as the dose in force 50 mg, assumed from the plan’s dates ',
  );
  expect(await planned(without.id)).toContain(
    'Shown as the dose in force None reported Taken, by all reports until now None reported ',
  );
  // Another plan a day later changes nothing of the day before.
  api.clock.advance(DAY_MS);
  const later = await logInStaff(api, 'manager');
  await later.act(id);
  await later.send(saveSchedule, { schedule: 11 });
  expect(await planned(id, day, later)).toContain(`plan saved last 100 mg, from ${formatDate(day)}`);
});

test('a day is that of where the person recorded it, wherever they are since', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  // Where it is still the day before.
  visitor.timeZone = 'America/Los_Angeles';
  await visitor.send(saveRecord, { sleep: true, mood: true, active: true, symptoms: [], activities: [] });
  visitor.timeZone = 'Australia/Melbourne';
  await visitor.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  const day = localDate(api.clock.now(), 'America/Los_Angeles');
  const manager = await logInStaff(api, 'manager');
  const page = await manager.open(`/admin/participants/${visitor.participant.id}/day/${day}`);
  expect(text(page.text).match(/saved the participant’s record of a day/g)).toHaveLength(1);
});

test('the pages of a participant show nothing of another', async () => {
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  const record = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
  const other = await api.logIn({ stage: 'timeline' });
  const { body: symptom } = await other.send(addSymptom, {
    symptom: { text: 'Words of another', category: 'mood' },
  });
  await other.send(saveSymptom, { symptom: { ...symptom, redflag: true } });
  await other.send(saveRecord, { ...record, symptoms: [symptom.id] });
  const [from, at] = [other.participant.id, api.clock.now()];
  // More later days than the page has room for.
  await api.query(
    `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
     select participant_id, date + n, sleep, mood, active, recorded_at, time_zone, local_date + n, received_at
     from daily_record, generate_series(1, 20) n where participant_id = $1`,
    [from],
  );
  await api.query(`insert into reminder_message values ($1, $2, 'daily', $3, 'sent')`, [from, day, at]);
  await api.query(`insert into step_message values ($1, $2, 'due', $3, 'sent')`, [from, day, at]);
  await api.query('insert into follow_up_reminder values ($1, 3, 0, $2)', [from, at]);
  await api.query(
    `with text as (insert into consent_text (hash, version, article) values (repeat('a', 64), 'first', '{}') returning hash),
       given as (insert into consent (participant_id, text_hash, future_contact, agreed_at) select $1, hash, false, $2 from text)
     insert into consent_answer (participant_id, text_hash, demand, answer, answered_at) select $1, hash, 'inform', 'informed', $2 from text`,
    [from, at],
  );
  await api.query(
    `with query as (insert into data_query (id, participant_id, about, day, state, raised_at)
       values (gen_random_uuid(), $1, 'record', $2, 'open', $3) returning id)
     insert into data_query_entry (query_id, at, kind, text) select id, $3, 'asked', 'Words of another' from query`,
    [from, day, at],
  );
  await api.query(
    `insert into participant_note values (gen_random_uuid(), $1, gen_random_uuid(), $2, 'Words of another')`,
    [from, at],
  );

  const person = await api.logIn({ stage: 'timeline' });
  await person.send(saveRecord, record);
  const manager = await logInStaff(api, 'manager');
  const page = `/admin/participants/${person.participant.id}`;
  const [whole, ofDay] = [await manager.open(page), await manager.open(`${page}/day/${day}`)];
  for (const shown of [whole.text, ofDay.text]) {
    expect(shown.match(/Counts for the day/g)).toHaveLength(1);
    expect(shown).not.toContain('Words of another');
  }
  expect(whole.text).toContain('No consent on record.');
  expect(ofDay.text).toContain('No reminder.');
});

test('the form of the participant’s page opens the day, and no other day is shown', async () => {
  const { id } = await api.buildParticipant();
  const manager = await logInStaff(api, 'manager');
  expect(await manager.open(`/admin/participants/${id}/day?day=2026-03-10`)).toMatchObject({
    status: 303,
    location: `/admin/participants/${id}/day/2026-03-10`,
  });
  for (const query of ['?day=2026-02-30', ''])
    expect(await manager.open(`/admin/participants/${id}/day${query}`)).toMatchObject({
      ...{ status: 303, location: `/admin/participants/${id}` },
    });
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  const { text: page } = await manager.open(`/admin/participants/${id}`);
  expect(readPageForm(page, `/admin/participants/${id}/day`)).toEqual({ day: [day] });
  for (const day of ['2026-02-30', 'today'])
    expect(await manager.open(`/admin/participants/${id}/day/${day}`)).toMatchObject({ status: 404 });
});

test('a monitor reads the day by study id, without names or own words', async () => {
  const visitor = await api.logIn({ stage: 'timeline', firstName: 'Grace' });
  const { id } = visitor.participant;
  await visitor.send(addSymptom, { symptom: { text: 'My secret', category: 'mood' } });
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  const monitor = await logInStaff(api, 'monitor');
  const { status, text: shown } = await monitor.open(`/admin/participants/${id}/day/${day}`);
  expect(status).toBe(200);
  expect(shown).not.toMatch(/Grace|My secret/);
  expect(await (await logInStaff(api)).open(`/admin/participants/${id}/day/${day}`)).toMatchObject({
    status: 403,
  });
});
