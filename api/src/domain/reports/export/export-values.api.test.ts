import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { saveDose, saveMedcustom, saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { leavePlan } from '@stepwise/shared-contracts/calls/stop.calls';
import {
  deleteActivity,
  deleteSymptom,
  saveRecord,
  saveSymptom,
} from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { addDays, daysBetween, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Prescription } from '@stepwise/shared-contracts/entities/plan';
import { buildAdverseEvent } from '../../../testing/build-adverse-event.ts';
import { PASSWORD, SETUP_ANSWERS } from '../../../testing/build-participant.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { download, readCsv, type Unzipped, unzip } from '../../../testing/read-export.ts';
import { buildStaff, logInStaff } from '../../../testing/staff-browser.ts';
import { resolveWarningSign } from '../../care/warning-signs/resolve-warning-sign.command.ts';
import { readStudyIdKey, studyIdOf } from '../../people/participants/study-id.ts';
import { addContactAttempt } from '../../trial/follow-ups/add-contact-attempt.command.ts';

const HOUR_MS = 3_600_000;
/** Half past nine on 11 March in Melbourne, when it is the day before by UTC. */
const CONSENT = '2026-03-10T22:30:00Z';
const DAY_ZERO = '2026-03-11';
const ANSWERS = { sleep: true, mood: true, active: true };

const api = await createTestApi();
let files: Unzipped;
let studyId: string;
/** The plans as they were saved, in order, each with its dates then. */
const plans: (readonly Prescription[])[] = [];
const removed = { symptom: '', activity: '' };
let flagged = '';
let harmful = '';

/** The participant's rows of a file, by the names of its columns. */
function rowsOf(name: string): Record<string, string>[] {
  const [header = [], ...rows] = readCsv(files.get(`${name}.csv`) ?? '');
  return rows
    .filter(([id]) => id === studyId)
    .map((cells) => Object.fromEntries(header.map((column, index) => [column, cells[index] ?? ''])));
}

beforeAll(async () => {
  api.clock.set(CONSENT);
  await api.query(
    `insert into visitor_exclusion (reason, month, visitors) values ('health', '2026-01-01', 4), ('health', '2026-02-01', 1),
       ('age-or-medicine', '2026-01-01', 5), ('age-or-medicine', '2026-02-01', 4), ('other', '2026-01-01', 4)`,
  );
  const person = await api.logIn({ questionnaireConfirmedAt: api.clock.now(), actingDone: true });
  const { id, email } = person.participant;
  const later = async (hours: number) => {
    api.clock.advance(hours * HOUR_MS);
    await person.send(loginUser, { username: email ?? '', password: PASSWORD });
  };
  await person.send(saveUserAgree, { futureContact: true, consentAgree: true });
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 0, 'reduction', $2)`,
    [id, api.clock.now()],
  );
  await api.query('delete from prescription where participant_id = $1', [id]);
  for (const schedule of [11, 12])
    plans.push((await person.send(saveSchedule, { schedule })).body.prescriptions);
  const { prescriptionsDefault, symptoms, activities } = (await person.send(allData, undefined)).body;
  const fifty = prescriptionsDefault.find(({ scheduleid, dose }) => scheduleid === 12 && dose === 50);
  plans.push((await person.send(saveDose, { prescription: fifty?.id ?? 0 })).body.prescriptions);

  // Day 1: the first check-up, made an hour and a half ago, and another one.
  await later(24);
  const sign = symptoms.find(({ redflag, selfHarm }) => redflag && !selfHarm);
  const [other, gone] = symptoms.filter(({ redflag, selfHarm }) => !redflag && !selfHarm);
  const selfHarm = symptoms.find((symptom) => symptom.selfHarm);
  if (!other || !gone || !selfHarm || !activities[1]) throw new Error('The lists are too short.');
  const recordedAt = new Date(api.clock.now().getTime() - 1.5 * HOUR_MS).toISOString();
  await person.send(saveRecord, {
    ...{ ...ANSWERS, mood: false, recordedAt },
    ...{ symptoms: [sign?.id ?? 0], activities: [activities[0]?.id ?? 0] },
  });
  // Not a warning sign when it is recorded; marked as one only afterwards.
  api.clock.advance(HOUR_MS / 4);
  await person.send(saveRecord, { ...ANSWERS, symptoms: [other.id, selfHarm.id], activities: [] });
  await person.send(saveSymptom, { symptom: { ...other, redflag: true } });
  await person.send(deleteSymptom, { id: gone.id });
  await person.send(deleteActivity, { id: activities[1].id });
  [flagged, harmful] = [other.text, selfHarm.text];
  Object.assign(removed, { symptom: gone.text, activity: activities[1].text });
  const team = await logInStaff(api);
  await team.act(id);
  const day = (days: number) => formatDate(addDays(DAY_ZERO, days));
  const customDates = [
    { date: day(1), dose: '50', note: '' },
    { date: day(29), dose: '25', note: '' },
    { date: day(57), dose: '0', note: '' },
  ];
  plans.push((await team.send(saveMedcustom, { customDates, reason: 'They asked' })).body.prescriptions);

  const { id: staff } = await buildStaff(api);
  const act = async (hours: number, action: 'not-reached' | 'reached-participant') => {
    await later(hours);
    const [{ sign_id: signId, newest_at: newestAt }] = await api.query(
      'select id as sign_id, newest_at from warning_sign where participant_id = $1',
      [id],
    );
    await resolveWarningSign(api.operation(), signId, { staffId: staff, action, note: 'A note', newestAt });
  };
  await act(12, 'not-reached');
  await act(24, 'reached-participant');

  // Day 3, when it is day 2 by UTC.
  await later(12);
  const attempt = {
    id: randomUUID(),
    months: 3,
    channel: 'phone',
    outcome: 'message-left',
    note: '',
  } as const;
  await addContactAttempt(api.operation(), id, { ...attempt, staff });
  await person.send(leavePlan, { reason: 'health' });
  await later(1);
  await api.query(
    `insert into consent (participant_id, text_hash, future_contact, agreed_at)
     select participant_id, text_hash, future_contact, $2 from consent where participant_id = $1`,
    [id, api.clock.now()],
  );
  await api.query(
    `insert into reminder_message (participant_id, local_date, kind, marked_at, outcome)
     values ($1, '2026-03-12', 'daily', now(), 'sent'), ($1, '2026-03-13', 'last', now(), null)`,
    [id],
  );
  await api.query(`insert into follow_up_reminder values ($1, 3, 0, now()), ($1, 6, 0, null)`, [id]);
  await api.query(`insert into follow_up_done values ($1, 6, '2026-03-13', now(), 'team')`, [id]);
  // Recorded first and known last, recorded twice, and void.
  const event = '00000000-0000-4000-8000-000000000001';
  await buildAdverseEvent(api, id, { event, at: new Date('2026-03-13T22:30:00Z'), relatedness: '' });
  const known = await buildAdverseEvent(api, id, { at: new Date(CONSENT), version: 3 });
  const voided = await buildAdverseEvent(api, id, { at: new Date(CONSENT) });
  await api.queryAsOwner(
    `update adverse_event_version set reported_at = '2026-03-11T22:30:00Z', ethics_reported_at = '2026-03-12T22:30:00Z',
       ended = '2026-03-04', criteria = '["hospitalisation", "disability"]', severity = 'severe', expectedness = 'unexpected',
       action = 'step-delayed', term = 'Fall', term_code = '10016173', signed_at = aware_at, signed_by = staff_id
     where event_id = $1`,
    [known],
  );
  await api.query(
    `update adverse_event set voided_at = now(), voided_by = gen_random_uuid(), void_reason = 'duplicate' where id = $1`,
    [voided],
  );
  const query = randomUUID();
  await api.query(
    `insert into data_query (id, participant_id, about, day, state, raised_at) values ($1, $2, 'record', $3, 'open', now())`,
    [query, id, DAY_ZERO],
  );
  await api.query(
    `insert into correction (id, participant_id, kind, target, field, old_value, new_value, reason, source, staff_id, at, query_id)
     select gen_random_uuid(), $1, kind, target, field, old_value, new_value, 'A reason', 'A source', $2, at::timestamptz, query::uuid
     from (values ('baseline', '', 'medicine', '106/363', '105/354', '2026-03-13T22:30:00Z', null),
       ('dose-report', '7', 'dose', '50', '25', '2026-03-12T22:30:00Z', null),
       ('follow-up', '3', 'doneOn', '2026-06-11', '2026-06-10', '2026-03-11T23:30:00Z', null),
       ('record', '2026-03-12', $4, 'true', 'false', '2026-03-11T22:30:00Z', $3)) given
       (kind, target, field, old_value, new_value, at, query)`,
    [id, staff, query, `symptom-${symptoms[1]?.id}`],
  );
  // New Year in Melbourne.
  await api.queryAsOwner(
    `insert into data_consent_receipt (id, choice, chosen_at) values (gen_random_uuid(), 'agree', '2025-12-31T13:00:00Z')`,
  );
  files = unzip((await download(await logInStaff(api, 'manager'), api.origin)).bytes);
  studyId = studyIdOf(await readStudyIdKey(api.orm.em.fork()), id);
});

test('visitors who were ruled out are exported once there are five, with those of later months', () => {
  const [, ...rows] = readCsv(files.get('visitors_ruled_out.csv') ?? '');
  // Four and one, five and four, four.
  expect(rows).toEqual([
    ['age-or-medicine', '5'],
    ['health', '5'],
  ]);
});

test('the days of enrolment and of the export are those of the trial’s clock', () => {
  expect(rowsOf('participants')).toMatchObject([{ questionnaire_day: '0' }]);
  expect(rowsOf('consents')).toMatchObject([{ consent_day: '0' }, { consent_day: '3' }]);
  expect(rowsOf('baseline').map(({ study_id: _, ...row }) => row)).toEqual([
    { medicine_id: '106', dose_id: '363', dose_mg: '100', duration_id: '501', baseline_day: '0' },
  ]);
  expect(rowsOf('allocations')).toMatchObject([{ draw_day: '0' }]);
  expect(rowsOf('observation')).toMatchObject([{ consent_day: '0', draw_day: '0', export_day: '3' }]);
  const enrolment = rowsOf('events').filter(({ event }) =>
    ['consent', 'randomisation'].includes(event ?? ''),
  );
  expect(enrolment.map(({ event, study_day }) => [event, study_day])).toEqual([
    ['consent', '0'],
    ['randomisation', '0'],
    ['consent', '3'],
  ]);
  expect(files.get('data_choices.csv')).toContain(',2026');
  // The first is due after three months, on 11 June.
  expect(rowsOf('follow_ups')[0]).toMatchObject({ months: '3', due_day: '92' });
});

test('a survey that was done while acting, and a follow-up that was reported, are told apart from others', () => {
  expect(rowsOf('survey_outcomes')).toMatchObject([
    { eligible: '1', acting_done: '1', acting_ineligible: '0' },
  ]);
  expect(rowsOf('follow_ups').map(({ done_day, reported_by }) => [done_day, reported_by])).toEqual(
    api.content.followUps.months.map((months) => (months === 6 ? ['2', 'team'] : ['', ''])),
  );
});

test('each adverse event is exported as its newest version says, in the order in which the team knew of them', () => {
  expect(rowsOf('adverse_events').map(({ study_id: _, ...row }) => row)).toEqual([
    {
      ...{
        event: '1',
        onset_day: '-10',
        ended_day: '-7',
        aware_day: '0',
        reported_day: '1',
        ethics_day: '2',
      },
      ...{
        serious: '1',
        criteria: 'hospitalisation disability',
        severity: 'severe',
        relatedness: 'possible',
      },
      ...{ expectedness: 'unexpected', outcome: 'recovered', action: 'step-delayed' },
      ...{ term: 'Fall', term_code: '10016173', from_warning_sign: '0', signed_off: '1', versions: '3' },
    },
    {
      ...{ event: '2', onset_day: '-10', ended_day: '', aware_day: '3', reported_day: '', ethics_day: '' },
      ...{ serious: '0', criteria: '', severity: 'mild', relatedness: '' },
      ...{ expectedness: 'expected', outcome: 'recovered', action: 'none' },
      ...{ term: '', term_code: '', from_warning_sign: '0', signed_off: '0', versions: '1' },
    },
  ]);
});

test('each correction is exported with its day and the number of its item on the list, the first one first', () => {
  expect(rowsOf('corrections').map(({ study_id: _, ...row }) => Object.values(row))).toEqual([
    ['1', 'record', '1', '', 'symptom-2', 'true', 'false', '1', '1'],
    ['2', 'follow-up', '', '3', 'doneOn', '92', '91', '1', '0'],
    ['3', 'dose-report', '', '7', 'dose', '50', '25', '2', '0'],
    ['4', 'baseline', '', '', 'medicine', '106/363', '105/354', '3', '0'],
  ]);
});

test('the setup answers are exported as given', () => {
  expect(rowsOf('setup_answers').map((row) => [Number(row.question_id), Number(row.option_id)])).toEqual(
    SETUP_ANSWERS,
  );
});

test('each change of the plan is exported with its day, who made it and what it was', () => {
  expect(rowsOf('plan_changes').map(({ study_id: _, ...row }) => Object.values(row))).toEqual([
    ['1', '0', 'participant', 'first', '11', '0'],
    ['2', '0', 'participant', 'schedule', '12', '0'],
    ['3', '0', 'participant', 'dose', '12', '0'],
    ['4', '1', 'participant', 'started', '', '0'],
    ['5', '1', 'team', 'steps', '12', '1'],
  ]);
});

test('each step of each plan is exported as it was planned then', () => {
  expect(rowsOf('planned_steps').map(({ study_id: _, ...row }) => Object.values(row).map(Number))).toEqual(
    plans.flatMap((plan, index) =>
      plan.map(({ date, dose, days }, step) => [
        ...[[1, 2, 3, 5][index], step + 1],
        ...[daysBetween(DAY_ZERO, date), dose, days],
      ]),
    ),
  );
});

test('each version of a check-up is exported with its hour, its delay and the day on which it was replaced', () => {
  const arrival = (row: Record<string, string>) => [
    ...[row.version, row.study_day, row.in_force, row.superseded_day, row.mood],
    ...[row.warning_signs, row.activities, row.local_hour, row.delay_hours],
  ];
  expect(rowsOf('record_versions').map(arrival)).toEqual([
    ['1', '1', '0', '1', '0', '1', '1', '8', '1.5'],
    ['2', '1', '1', '', '1', '1', '0', '9', '0'],
  ]);
});

test('each symptom of a record is exported as it was then: a warning sign, and about self-harm', () => {
  const rows = rowsOf('record_symptoms').map((row) => [row.symptom, row.warning_sign, row.self_harm]);
  expect(rows.sort()).toEqual(
    [
      [flagged, '0', '0'],
      [harmful, '1', '1'],
    ].sort(),
  );
});

test('the lists are exported with the flags of now and what was removed', () => {
  const symptoms = rowsOf('symptom_lists');
  const of = (text: string) => symptoms.filter(({ symptom }) => symptom === text);
  expect(of(flagged)).toMatchObject([{ warning_sign: '1', removed: '0' }]);
  expect(of(removed.symptom)).toMatchObject([{ warning_sign: '0', removed: '1' }]);
  expect(symptoms.filter((row) => row.removed === '1')).toHaveLength(1);
  expect(rowsOf('activity_lists').filter((row) => row.removed === '1')).toMatchObject([
    { activity: removed.activity },
  ]);
});

test('a warning sign is exported with what was done about it, and when', () => {
  expect(rowsOf('warning_signs')).toMatchObject([
    { sign: '1', study_day: '1', self_harm: '1', days_until_closed: '1.51' },
  ]);
  expect(rowsOf('warning_sign_actions')).toMatchObject([
    { sign: '1', action_number: '1', action: 'not-reached', days_since_raised: '0.51' },
    { sign: '1', action_number: '2', action: 'reached-participant', days_since_raised: '1.51' },
  ]);
});

test('reminders, contacts and stops are exported with their days', () => {
  expect(rowsOf('reminders')).toMatchObject([
    { arm: 'reduction', study_day: '1', kind: 'daily', outcome: 'sent' },
    { arm: 'reduction', study_day: '2', kind: 'last', outcome: 'unknown' },
  ]);
  expect(rowsOf('follow_up_contacts')).toMatchObject([
    { contact: '1', months: '3', contact_day: '3', channel: 'phone', outcome: 'message-left' },
  ]);
  expect(
    rowsOf('follow_ups').map(({ months, reminders, contacts }) => [months, reminders, contacts]),
  ).toEqual(
    api.content.followUps.months.map((months) => [
      String(months),
      months === 3 ? '1' : '0',
      months === 3 ? '1' : '0',
    ]),
  );
  expect(rowsOf('stops')).toMatchObject([
    {
      ...{ stop: '1', degree: 'plan', reason: 'health', stop_day: '3' },
      ...{ consent: '1', carried_out_by: 'participant' },
    },
  ]);
});
