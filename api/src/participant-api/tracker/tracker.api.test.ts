// In one file: every call of the tracker starts from the same lists and records.
import { describe, expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import * as calls from '@stepwise/shared-contracts/calls/tracker.calls';
import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { findSignsOf } from '../../domain/care/warning-signs/find-warning-signs.ts';
import { collectStatements } from '../../testing/collect-statements.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const api = await createTestApi();
const allDataOf = async (visitor: Visitor) => (await visitor.send(allData, undefined)).body;

const good = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };

/** 20:00 on Thursday 12 March in Melbourne. */
const thursdayEvening = { ...good, recordedAt: '2026-03-12T09:00:00.000Z' };

const versionsOf = (participant: string) =>
  api.query(
    `select date::text, sleep, superseded_at is null as "inForce" from daily_record
     where participant_id = $1 order by id`,
    [participant],
  );

test('activities are added trimmed, shown and removed', async () => {
  const visitor = await api.logIn({ stage: 'plan' });
  const { body } = await visitor.send(calls.addActivity, { activity: { text: '  Swimming ' } });
  expect((await allDataOf(visitor)).activities).toContainEqual({ id: body.id, text: 'Swimming' });
  await visitor.send(calls.deleteActivity, { id: body.id });
  await visitor.send(calls.deleteActivity, { id: body.id });
  expect((await allDataOf(visitor)).activities.map(({ id }) => id)).not.toContain(body.id);
  const known = { id: body.id, text: 'Swimming' };
  expect(await api.eventsOf(visitor.participant.id, 'activity.')).toEqual([
    { type: 'activity.added', before: null, after: known },
    { type: 'activity.removed', before: known, after: null },
  ]);
});

test('symptoms are added, flagged and removed', async () => {
  const visitor = await api.logIn({ stage: 'plan' });
  const { body } = await visitor.send(calls.addSymptom, {
    symptom: { text: ' Vivid dreams ', category: 'sleep' },
  });
  expect(body).toMatchObject({ text: 'Vivid dreams', category: 'sleep', redflag: false });
  const flagged = await visitor.send(calls.saveSymptom, {
    symptom: { ...body, text: 'Other words', redflag: true },
  });
  expect(flagged.body).toEqual({ ...body, redflag: true });
  expect((await allDataOf(visitor)).symptoms).toContainEqual({ ...body, redflag: true });
  await visitor.send(calls.deleteSymptom, { id: body.id });
  await visitor.send(calls.deleteSymptom, { id: body.id });
  expect((await allDataOf(visitor)).symptoms.map(({ id }) => id)).not.toContain(body.id);
  const { id, text, category } = body;
  expect(await api.eventsOf(visitor.participant.id, 'symptom.')).toEqual([
    { type: 'symptom.added', before: null, after: { id, text, category } },
    { type: 'symptom.flagged', before: { id, text, redflag: false }, after: { id, text, redflag: true } },
    { type: 'symptom.removed', before: { id, text, category }, after: null },
  ]);
  await expect(visitor.send(calls.saveSymptom, { symptom: body })).rejects.toMatchObject({
    code: 'not-found',
  });
});

describe('a symptom of self-harm', () => {
  const selfHarmOf = async (visitor: Visitor) => {
    const symptom = (await allDataOf(visitor)).symptoms.find(({ selfHarm }) => selfHarm);
    if (!symptom) throw new Error('The demonstration content has none.');
    return symptom;
  };

  test.each([
    ['participant', async () => api.logIn({ stage: 'plan' })],
    [
      'researcher who acts',
      async () => {
        const browser = await logInStaff(api);
        await browser.act((await api.logIn({ stage: 'plan' })).participant.id);
        return browser;
      },
    ],
  ])('can be neither removed nor unflagged by a %s', async (_, logIn) => {
    const visitor = await logIn();
    const symptom = await selfHarmOf(visitor);
    const rejection = { code: 'unprocessable', message: api.content.safety.help.symptomStays };
    await expect(visitor.send(calls.deleteSymptom, { id: symptom.id })).rejects.toMatchObject(rejection);
    const unflagged = visitor.send(calls.saveSymptom, { symptom: { ...symptom, redflag: false } });
    await expect(unflagged).rejects.toMatchObject(rejection);
    expect((await visitor.send(calls.saveSymptom, { symptom })).body).toEqual(symptom);
    expect(await selfHarmOf(visitor)).toEqual(symptom);
  });

  test('raises a sign also where an earlier version has unflagged it', async () => {
    const visitor = await api.logIn();
    const { id } = await selfHarmOf(visitor);
    await api.query('update symptom set redflag = false where id = $1', [id]);
    await visitor.send(calls.saveRecord, { ...good, mood: false, symptoms: [id] });
    const [sign] = await findSignsOf(api.orm.em.fork(), visitor.participant.id);
    expect(sign).toMatchObject({ selfHarm: true, closedAt: null });
  });
});

test.each(['', '   ', 'x'.repeat(201)])('the text %j is not added', async (text) => {
  const visitor = await api.logIn();
  const added = visitor.send(calls.addActivity, { activity: { text } });
  await expect(added).rejects.toMatchObject({
    code: 'bad-request',
    issues: [{ path: ['activity', 'text'] }],
  });
});

test('another participant’s entries are not found, like those that do not exist', async () => {
  const other = await api.logIn();
  const { symptoms, activities } = await allDataOf(other);
  const [symptom, activity] = [symptoms[0], activities[0]];
  if (!symptom || !activity) throw new Error('The demonstration content has no lists.');
  const visitor = await api.logIn();
  const sends = (ids: { symptom: number; activity: number }) => [
    visitor.send(calls.deleteActivity, { id: ids.activity }),
    visitor.send(calls.deleteSymptom, { id: ids.symptom }),
    visitor.send(calls.saveSymptom, { symptom: { ...symptom, id: ids.symptom } }),
    visitor.send(calls.saveRecord, { ...good, symptoms: [ids.symptom] }),
    visitor.send(calls.saveRecord, { ...good, activities: [ids.activity] }),
  ];
  const [theirs, missing] = [
    await Promise.allSettled(sends({ symptom: symptom.id, activity: activity.id })),
    await Promise.allSettled(sends({ symptom: 2_147_483_647, activity: 2_147_483_647 })),
  ];
  expect(theirs).toEqual(missing);
  for (const outcome of theirs) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'not-found', status: 404 } });
  }
  expect((await allDataOf(visitor)).records).toEqual([]);
  expect(await allDataOf(other)).toMatchObject({ symptoms, activities });
});

test('a check-up at nine in the morning in Melbourne lies under the UTC date, with the person’s own day', async () => {
  api.clock.set('2026-03-11T22:00:00Z');
  const visitor = await api.logIn();
  const { symptoms, activities } = await allDataOf(visitor);
  const chosen = symptoms.filter(({ category }) => category === 'sleep').slice(0, 2);
  const { body } = await visitor.send(calls.saveRecord, {
    ...good,
    sleep: false,
    symptoms: chosen.map(({ id }) => id).reverse(),
    activities: activities.slice(0, 2).map(({ id }) => id),
  });
  expect(body.record).toEqual({
    date: '2026-03-11',
    localDate: '2026-03-12',
    addedLater: false,
    recordedAt: '2026-03-11T22:00:00.000Z',
    timeZone: 'Australia/Melbourne',
    sleep: false,
    mood: true,
    active: true,
    symptoms: chosen,
    activities: activities.slice(0, 2),
  });
  expect(body.todayActivities).toEqual(activities.slice(0, 2));
  const all = await allDataOf(visitor);
  expect(all.records).toEqual([body.record]);
  expect(all.todayActivities).toEqual(body.todayActivities);
});

test('a second check-up of the day replaces the first, which is stored as earlier; the same again changes nothing', async () => {
  api.clock.set('2026-03-12T01:00:00Z');
  const visitor = await api.logIn();
  await visitor.send(calls.saveRecord, good);
  api.clock.advance(60_000);
  const second = await visitor.send(calls.saveRecord, { ...good, sleep: false });
  api.clock.advance(60_000);
  const third = await visitor.send(calls.saveRecord, { ...good, sleep: false });
  expect(third).toEqual(second);
  expect((await allDataOf(visitor)).records).toEqual([second.body.record]);
  expect(await versionsOf(visitor.participant.id)).toEqual([
    { date: '2026-03-12', sleep: true, inForce: false },
    { date: '2026-03-12', sleep: false, inForce: true },
  ]);
});

test('a morning’s check-up leaves the one of the evening before in force, though they are alike and of one UTC date', async () => {
  api.clock.set('2026-03-12T22:00:00Z');
  const visitor = await api.logIn();
  const evening = await visitor.send(calls.saveRecord, thursdayEvening);
  const morning = await visitor.send(calls.saveRecord, good);
  expect([evening, morning].map(({ body }) => [body.record.date, body.record.localDate])).toEqual([
    ['2026-03-12', '2026-03-12'],
    ['2026-03-12', '2026-03-13'],
  ]);
  expect((await allDataOf(visitor)).records).toEqual([evening.body.record, morning.body.record]);
});

test('of a morning’s and an evening’s check-up of one own day both stay, and the evening’s counts', async () => {
  api.clock.set('2026-03-13T09:00:00Z');
  const visitor = await api.logIn();
  const { activities } = await allDataOf(visitor);
  await visitor.send(calls.saveRecord, {
    ...good,
    activities: activities.slice(0, 1).map(({ id }) => id),
    recordedAt: '2026-03-12T22:00:00.000Z',
  });
  const done = activities.slice(1, 2);
  const { body } = await visitor.send(calls.saveRecord, { ...good, activities: done.map(({ id }) => id) });
  expect(body.todayActivities).toEqual(done);
  const all = await allDataOf(visitor);
  expect(all.records.map(({ date, localDate }) => [date, localDate])).toEqual([
    ['2026-03-12', '2026-03-13'],
    ['2026-03-13', '2026-03-13'],
  ]);
  expect(all.todayActivities).toEqual(done);
});

test('of two check-ups of one own day the one made last counts, whichever arrives first', async () => {
  api.clock.set('2026-03-13T09:00:00Z');
  const visitor = await api.logIn();
  const { activities } = await allDataOf(visitor);
  const done = activities.slice(1, 2);
  await visitor.send(calls.saveRecord, { ...good, activities: done.map(({ id }) => id) });
  const late = await visitor.send(calls.saveRecord, { ...good, recordedAt: '2026-03-12T22:00:00.000Z' });
  expect(late.body.todayActivities).toEqual(done);
  const { records, todayActivities } = await allDataOf(visitor);
  expect(records.map(({ date }) => date)).toEqual(['2026-03-12', '2026-03-13']);
  expect(todayActivities).toEqual(done);
});

test('yesterday is stored under its calendar date, as added later, and replaces its record of that date only', async () => {
  api.clock.set('2026-03-12T22:00:00Z');
  const visitor = await api.logIn();
  await visitor.send(calls.saveRecord, thursdayEvening);
  const today = await visitor.send(calls.saveRecord, good);
  const { body } = await visitor.send(calls.saveRecord, { ...good, sleep: false, localDate: '2026-03-12' });
  expect(body.record).toMatchObject({
    date: '2026-03-12',
    localDate: '2026-03-12',
    addedLater: true,
    recordedAt: '2026-03-12T22:00:00.000Z',
    sleep: false,
  });
  expect((await allDataOf(visitor)).records).toEqual([body.record, today.body.record]);
  expect(await versionsOf(visitor.participant.id)).toHaveLength(3);
});

test.each(['2026-03-11', '2026-03-14'])('the day %s is rejected on 13 March', async (day) => {
  api.clock.set('2026-03-12T22:00:00Z');
  const visitor = await api.logIn();
  await expect(visitor.send(calls.saveRecord, { ...good, localDate: day })).rejects.toMatchObject({
    code: 'unprocessable',
    status: 422,
    issues: [{ path: ['localDate'] }],
  });
  expect((await allDataOf(visitor)).records).toEqual([]);
});

test('a check-up of yesterday is answered with what was done today', async () => {
  const visitor = await api.logIn();
  const [walk, other] = (await allDataOf(visitor)).activities;
  if (!walk || !other) throw new Error('The list of activities is too short.');
  await visitor.send(calls.saveRecord, { ...good, activities: [walk.id] });
  const yesterday = addDays(localDate(api.clock.now(), 'Australia/Melbourne'), -1);
  const { body } = await visitor.send(calls.saveRecord, {
    ...{ ...good, activities: [other.id], localDate: yesterday },
  });
  expect(body.todayActivities).toEqual([walk]);
});

test('an older day is saved where the check-up was made then and has waited on the device', async () => {
  api.clock.set('2026-03-20T22:00:00Z');
  const visitor = await api.logIn();
  const recordedAt = '2026-03-12T22:00:00.000Z';
  const { body } = await visitor.send(calls.saveRecord, { ...good, recordedAt, localDate: '2026-03-12' });
  expect(body.record).toMatchObject({ date: '2026-03-12', localDate: '2026-03-12', addedLater: true });
});

test('warning signs of two own days with one UTC date wait in the team’s queue as two days', async () => {
  api.clock.set('2026-03-12T22:00:00Z');
  const visitor = await api.logIn();
  const { symptoms } = await allDataOf(visitor);
  const warnings = symptoms.filter(({ redflag }) => redflag).slice(0, 2);
  const signs = () =>
    api.query('select local_date::text as day from warning_sign where participant_id = $1 order by 1', [
      visitor.participant.id,
    ]);
  await visitor.send(calls.saveRecord, {
    ...thursdayEvening,
    symptoms: warnings.slice(0, 1).map(({ id }) => id),
  });
  await visitor.send(calls.saveRecord, { ...good, symptoms: warnings.slice(1).map(({ id }) => id) });
  expect(await signs()).toEqual([{ day: '2026-03-12' }, { day: '2026-03-13' }]);
  const listed = await findSignsOf(api.orm.em.fork(), visitor.participant.id);
  expect(listed.map((sign) => sign.symptoms)).toEqual(warnings.map(({ text }) => [text]).reverse());
});

test('without a time zone the participant’s last one is meant, and before their first record UTC', async () => {
  api.clock.set('2026-03-12T22:00:00Z');
  const visitor = await api.logIn();
  const melbourne = visitor.timeZone;
  visitor.timeZone = '';
  expect((await visitor.send(calls.saveRecord, good)).body.record).toMatchObject({
    localDate: '2026-03-12',
    timeZone: 'UTC',
  });
  visitor.timeZone = melbourne;
  api.clock.advance(60_000);
  await visitor.send(calls.saveRecord, good);
  visitor.timeZone = '';
  const { body } = await visitor.send(calls.saveRecord, { ...good, sleep: false });
  expect(body.record).toMatchObject({ localDate: '2026-03-13', timeZone: melbourne });
});

test('two check-ups sent at once leave one record in force', async () => {
  const visitor = await api.logIn();
  const change = await api.pool.connect();
  await change.query('begin');
  await change.query('select 1 from participant where id = $1 for no key update', [visitor.participant.id]);
  const saved = Promise.all([true, false].map((sleep) => visitor.send(calls.saveRecord, { ...good, sleep })));
  const unlocked = saved.then(() => {
    throw new Error('The check-ups did not wait for the change of the participant.');
  });
  await Promise.race([api.untilBlocked(2), unlocked]);
  await change.query('rollback');
  change.release();
  await saved;
  const versions = await versionsOf(visitor.participant.id);
  expect(versions.filter(({ inForce }) => inForce)).toHaveLength(1);
});

test('a check-up made offline arrives later under the day it was made', async () => {
  api.clock.set('2026-03-20T01:00:00Z');
  const visitor = await api.logIn();
  const { body } = await visitor.send(calls.saveRecord, { ...good, recordedAt: '2026-03-14T09:30:00.250Z' });
  expect(body.record).toMatchObject({ date: '2026-03-14', recordedAt: '2026-03-14T09:30:00.250Z' });
  expect(body.todayActivities).toEqual([]);
});

test('an instant is taken from five minutes ahead, as a phone’s clock may run, to 60 days back', async () => {
  api.clock.set('2026-06-10T01:00:00Z');
  const visitor = await api.logIn();
  const statusOf = async (aheadMs: number) => {
    const recordedAt = new Date(api.clock.now().getTime() + aheadMs).toISOString();
    return (await visitor.request(calls.saveRecord.path, { body: { ...good, recordedAt } })).status;
  };
  const [ahead, back] = [5 * 60_000, -60 * 86_400_000];
  const statuses = [];
  for (const ms of [ahead, ahead + 1, back, back - 1]) statuses.push(await statusOf(ms));
  expect(statuses).toEqual([200, 422, 200, 422]);
});

test('one made before the record in force is stored as an earlier version, however often it arrives', async () => {
  api.clock.set('2026-03-15T05:00:00Z');
  const visitor = await api.logIn();
  const warning = (await allDataOf(visitor)).symptoms.find(({ redflag }) => redflag);
  if (!warning) throw new Error('The demonstration content has no warning sign.');
  const inForce = await visitor.send(calls.saveRecord, good);
  const late = { ...good, sleep: false, symptoms: [warning.id], recordedAt: '2026-03-15T01:00:00Z' };
  const { body } = await visitor.send(calls.saveRecord, late);
  expect(body.record).toEqual(inForce.body.record);
  await visitor.send(calls.saveRecord, late);
  expect(await versionsOf(visitor.participant.id)).toEqual([
    { date: '2026-03-15', sleep: true, inForce: true },
    { date: '2026-03-15', sleep: false, inForce: false },
  ]);
  const events = await api.query(
    `select type from audit_event where subject = $1 and type like 'record.%' order by id`,
    [visitor.participant.id],
  );
  expect(events.map(({ type }) => type)).toEqual(['record.saved', 'record.kept-as-earlier']);
  // The team reads it all the same.
  expect(await findSignsOf(api.orm.em.fork(), visitor.participant.id)).toMatchObject([
    { symptoms: [warning.text], closedAt: null },
  ]);
});

test('the audit log has what a record replaced, and its symptoms and activities in words', async () => {
  const visitor = await api.logIn();
  const { id } = visitor.participant;
  const { symptoms, activities } = (await visitor.send(allData, undefined)).body;
  const [symptom, activity] = [symptoms[0], activities[0]];
  if (!symptom || !activity) throw new Error('The lists are empty.');
  await visitor.send(calls.saveRecord, { ...good, activities: [activity.id] });
  await visitor.send(calls.saveRecord, { ...good, sleep: false, symptoms: [symptom.id], activities: [] });
  // Another only by what was done.
  await visitor.send(calls.saveRecord, {
    ...{ ...good, sleep: false, symptoms: [symptom.id], activities: [activity.id] },
  });
  await visitor.send(calls.saveSymptom, { symptom: { ...symptom, redflag: !symptom.redflag } });
  const events = await api.query(
    `select e.type, v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.subject = $1 and e.type in ('record.saved', 'symptom.flagged') order by e.id`,
    [id],
  );
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  const saved = {
    ...{ date: api.clock.now().toISOString().slice(0, 10), localDate: day, mood: true, active: true },
    ...{ symptoms: [], symptomTexts: [], activities: [], activityTexts: [] },
  };
  const done = { activities: [activity.id], activityTexts: [activity.text] };
  const first = { ...saved, sleep: true, ...done };
  const second = { ...saved, sleep: false, symptoms: [symptom.id], symptomTexts: [symptom.text] };
  const flagged = { id: symptom.id, text: symptom.text };
  expect(events.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: null, after: first },
    { before: first, after: second },
    { before: second, after: { ...second, ...done } },
    { before: { ...flagged, redflag: symptom.redflag }, after: { ...flagged, redflag: !symptom.redflag } },
  ]);
});

test('an earlier version that is sent again does not come back into force', async () => {
  api.clock.set('2026-03-16T05:00:00Z');
  const visitor = await api.logIn();
  const first = { ...good, recordedAt: '2026-03-16T01:00:00Z' };
  const second = { ...good, sleep: false, recordedAt: '2026-03-16T02:00:00Z' };
  await visitor.send(calls.saveRecord, first);
  await visitor.send(calls.saveRecord, second);
  const { body } = await visitor.send(calls.saveRecord, first);
  expect(body.record.sleep).toBe(false);
  expect(await versionsOf(visitor.participant.id)).toHaveLength(2);
  // Of two of one instant the one that arrived later counts.
  const corrected = await visitor.send(calls.saveRecord, { ...second, mood: false });
  expect(corrected.body.record).toMatchObject({ sleep: false, mood: false });
  expect((await allDataOf(visitor)).records).toEqual([corrected.body.record]);
});

test.each([
  ['more than five minutes ahead', '2026-03-20T01:05:01Z'],
  ['more than sixty days back', '2026-01-19T00:59:59Z'],
])('a check-up made %s is rejected', async (_what, recordedAt) => {
  api.clock.set('2026-03-20T01:00:00Z');
  const visitor = await api.logIn();
  await expect(visitor.send(calls.saveRecord, { ...good, recordedAt })).rejects.toMatchObject({
    code: 'unprocessable',
    issues: [{ path: ['recordedAt'] }],
  });
});

test('a record keeps its symptoms, with the flags they had, after they are flagged and removed', async () => {
  const visitor = await api.logIn();
  const { symptoms, activities } = await allDataOf(visitor);
  const symptom = symptoms.find(({ category, redflag }) => category === 'mood' && !redflag);
  const activity = activities[0];
  if (!symptom || !activity) throw new Error('The demonstration content has no such symptom.');
  const { body } = await visitor.send(calls.saveRecord, {
    ...good,
    mood: false,
    symptoms: [symptom.id],
    activities: [activity.id],
  });
  await visitor.send(calls.saveSymptom, { symptom: { ...symptom, redflag: true } });
  await visitor.send(calls.deleteSymptom, { id: symptom.id });
  await visitor.send(calls.deleteActivity, { id: activity.id });
  const all = await allDataOf(visitor);
  expect(all.records).toEqual([body.record]);
  expect(all.records[0]?.symptoms).toEqual([symptom]);
  expect(all.symptoms.map(({ id }) => id)).not.toContain(symptom.id);
  // The check-up page of another device may still show what was removed here.
  const late = await visitor.send(calls.saveRecord, { ...good, mood: false, symptoms: [symptom.id] });
  expect(late.body.record.symptoms).toEqual([{ ...symptom, redflag: true }]);
  expect((await allDataOf(visitor)).records).toEqual([late.body.record]);
});

test('the lists and the check-up wait for the plan', async () => {
  const before = await api.logIn({ stage: 'usualCare' });
  await expect(before.send(calls.addActivity, { activity: { text: 'Reading' } })).rejects.toMatchObject({
    code: 'not-yet',
    message: expect.stringMatching(/^The plan opens once/),
  });
  const planning = await api.logIn({ stage: 'plan' });
  await expect(planning.send(calls.saveRecord, good)).rejects.toMatchObject({ code: 'not-yet' });
});

test('a check-up reads its day once, and no list of which it has no item', async () => {
  const visitor = await api.logIn();
  const statements = collectStatements();
  await visitor.send(calls.saveRecord, { ...good, symptoms: [], activities: [] });
  const made = statements.made();
  statements.stop();
  expect(made.filter((each) => each.includes('with mine as'))).toHaveLength(1);
  expect(made.filter((each) => each.includes('exists (select "id" from "daily_record"'))).toHaveLength(1);
  expect(made.filter((each) => /^select .* from "(symptom|activity)"/.test(each))).toEqual([]);
});

test('a check-up that replaces another takes eight statements', async () => {
  const visitor = await api.logIn();
  const { symptoms, activities } = await allDataOf(visitor);
  const ids = (items: readonly { id: number }[]) => items.map(({ id }) => id);
  const checkUp = {
    ...good,
    symptoms: ids(symptoms.filter(({ redflag }) => !redflag)).slice(0, 3),
    activities: ids(activities).slice(0, 2),
  };
  await visitor.send(calls.saveRecord, checkUp);
  api.clock.advance(60_000);
  const statements = collectStatements();
  const { body } = await visitor.send(calls.saveRecord, { ...checkUp, sleep: false });
  const made = statements.made();
  statements.stop();
  expect(made).toHaveLength(8);
  expect((await allDataOf(visitor)).records).toEqual([body.record]);
});

test('all data take as many statements for six hundred days as for sixty', async () => {
  const count = async (days: number): Promise<number> => {
    const visitor = await api.logIn();
    const { symptoms, activities } = await allDataOf(visitor);
    await api.query(
      `with made as (
         insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
         select $1, d, false, true, true, d + interval '1 hour', 'Australia/Melbourne', d, now()
         from generate_series(date '2024-01-01', date '2024-01-01' + $2::int - 1, interval '1 day') d returning id),
       felt as (insert into daily_record_symptom select id, $3::int, true from made)
       insert into daily_record_activity select id, $4::int from made`,
      [visitor.participant.id, days, symptoms[0]?.id, activities[0]?.id],
    );
    statements.clear();
    const { body } = await visitor.send(allData, undefined);
    expect(body.records).toHaveLength(days);
    expect(body.records.at(-1)).toMatchObject({ symptoms: [{ redflag: true }], activities: [activities[0]] });
    return statements.made().length;
  };
  const statements = collectStatements();
  const forSixty = await count(60);
  expect(forSixty).toBeGreaterThan(0);
  expect(await count(600)).toBe(forSixty);
  statements.stop();
});

test('a list of symptoms takes 100 at a time, without those that were removed', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  await api.query(
    `insert into symptom (participant_id, text, category, redflag, self_harm, removed_at)
     select $1, 'Ache', 'sleep', false, false, now() from generate_series(1, 200)`,
    [visitor.participant.id],
  );
  const add = () => visitor.send(calls.addSymptom, { symptom: { text: 'Ache', category: 'sleep' } });
  expect((await add()).status).toBe(200);
  await api.query(`update symptom set removed_at = null where participant_id = $1 and text = 'Ache'`, [
    visitor.participant.id,
  ]);
  await expect(add()).rejects.toMatchObject({ code: 'unprocessable' });
  const ofMood = { symptom: { text: 'Ache', category: 'mood' } } as const;
  expect((await visitor.send(calls.addSymptom, ofMood)).status).toBe(200);
});

test('a list takes 100 items at a time, 1,000 in all, and another list as many', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const { id } = visitor.participant;
  const fill = (count: number, removed: boolean) =>
    api.query(
      `insert into activity (participant_id, text, removed_at)
       select $1, 'Swim', case when $3 then now() end from generate_series(1, $2::int)`,
      [id, count, removed],
    );
  const [{ count }] = await api.query('select count(*)::int from activity where participant_id = $1', [id]);
  await fill(99 - count, false);
  const add = () => visitor.request(calls.addActivity.path, { body: { activity: { text: 'Dance' } } });
  const { body } = await visitor.send(calls.addActivity, { activity: { text: 'Dance' } });
  expect((await add()).json.error).toMatchObject({
    code: 'unprocessable',
    message: expect.stringMatching(/full/),
  });
  expect(
    (await visitor.send(calls.addSymptom, { symptom: { text: 'Ache', category: 'sleep' } })).status,
  ).toBe(200);
  await visitor.send(calls.deleteActivity, { id: body.id });
  expect((await add()).status).toBe(200);
  await api.query(`update activity set removed_at = now() where participant_id = $1 and text = 'Swim'`, [id]);
  await fill(900, true);
  expect((await add()).json.error).toMatchObject({
    code: 'unprocessable',
    message: expect.stringMatching(/research team/),
  });
});
