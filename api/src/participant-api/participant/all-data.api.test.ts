import { expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { SETUP_ANSWERS } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';

const DAY_MS = 86_400_000;
const api = await createTestApi({ config: { sessionIdleMs: DAY_MS, sessionAbsoluteMs: DAY_MS } });
const visitor = await api.logIn({ studyId: 'P0123456789AB' });
const { id } = visitor.participant;
const read = async () => (await visitor.send(allData, undefined)).body;
const set = (column: string, value: unknown) =>
  api.query(`update participant set ${column} = $2 where id = $1`, [id, value]);

test.each<[string, unknown, object]>([
  ['first_name', 'Zoe', { firstName: 'Zoe' }],
  ['last_name', 'Wu', { lastName: 'Wu' }],
  ['phone', '0355-500-033', { phone: '0355-500-033' }],
  ['start_dose', 37.5, { startdose: 37.5 }],
  ['times_per_day', 2, { timesperday: 2 }],
  ['future_contact', true, { futureContact: true }],
  ['survey_ineligible', true, { surveyineligible: true }],
  ['acting_done', true, { actingdone: true }],
  ['acting_ineligible', true, { actingineligible: true }],
  ['left_plan_on', '2026-03-10', { leftplan: true }],
  ['awaits_randomisation', 'team', { awaits: 'team' }],
  ['time_zone', 'Australia/Perth', { timeZone: 'Australia/Perth' }],
  ['device_time_zone', 'Asia/Tokyo', {}],
  [
    'redcap_link',
    'https://example.org/own?id={study_id}',
    { redcaplink: 'https://example.org/own?id=P0123456789AB' },
  ],
])(
  'of the participant’s own details %s changes what it means, and nothing else',
  async (column, value, shown) => {
    const [before] = await api.query(`select ${column} as value from participant where id = $1`, [id]);
    const { user } = await read();
    await set(column, value);
    expect((await read()).user).toEqual({ ...user, ...shown });
    await set(column, before.value);
  },
);

test('the words of the screens are those of the content, each in its place', async () => {
  const { tracker, course, followUps, doses, prepareDays, product, setup } = api.content;
  const data = await read();
  expect(data).toMatchObject({
    homeTexts: { saved: tracker.saved, lookBack: course.lookBack, closing: followUps.closing },
    ...{ doseCard: doses.card, prepareDays, stopNotice: product.stopNotice, baselineWords: setup.baseline },
    ...{ schedule: 11, strengths: null, adminActing: false, account: id },
  });
  expect(data.setupAnswers).toEqual(SETUP_ANSWERS.map(([qid, oid]) => ({ qid, oid })));
});

test('the activities of today are those of its last record, on the day of the person’s own clock', async () => {
  const { activities } = await read();
  const [first, second] = activities;
  const record = { symptoms: [], sleep: true, mood: true, active: true };
  const today = async () => (await read()).todayActivities.map(({ text }) => text);
  await visitor.send(saveRecord, { ...record, activities: [first?.id ?? 0] });
  await visitor.send(saveRecord, { ...record, activities: [second?.id ?? 0] });
  expect(await today()).toEqual([second?.text]);
  // The next morning in Melbourne, when UTC still has the day.
  api.clock.set('2026-03-10T13:00:00Z');
  expect(await today()).toEqual([]);
});
