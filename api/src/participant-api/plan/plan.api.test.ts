// In one file: every call on a plan starts from the same answered setup.
import { describe, expect, test } from '@jest/globals';
import * as calls from '@stepwise/shared-contracts/calls/plan.calls';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { setupSaveOption, setupScore } from '@stepwise/shared-contracts/calls/setup.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { PASSWORD, SETUP_ANSWERS } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const api = await createTestApi();

async function answerSetup(visitor: Visitor, changes: [number, number][] = []): Promise<void> {
  for (const [questionId, optionId] of new Map([...SETUP_ANSWERS, ...changes])) {
    await visitor.send(setupSaveOption, { questionId, optionId });
  }
}

const answersOf = async (visitor: Visitor): Promise<Record<number, number | null>> => {
  const { body } = await visitor.send(allData, undefined);
  return Object.fromEntries(body.setupAnswers.map(({ qid, oid }) => [qid, oid]));
};

async function actAs(participant: string): Promise<Visitor> {
  const browser = await logInStaff(api);
  await browser.act(participant);
  return browser;
}

const recordNow = (visitor: Visitor) =>
  visitor.send(saveRecord, { symptoms: [], sleep: true, mood: true, active: true, activities: [] });

/** Logs in again, weeks later, and reports the next step of the plan as taken from the person's own day on. */
async function takeNextStep(visitor: Awaited<ReturnType<typeof api.logIn>>): Promise<void> {
  await visitor.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  const { prescriptions } = (await visitor.send(allData, undefined)).body;
  const next = prescriptions.find(({ date }) => date > day);
  if (!next) throw new Error('There is no next step.');
  await visitor.send(calls.reportDose, { day, dose: next.dose, step: next.id });
}

test('setup answers are saved, replaced and removed, and give a score once all are given', async () => {
  const visitor = await api.logIn({ stage: 'plan' });
  await expect(visitor.send(setupScore, undefined)).rejects.toMatchObject({
    code: 'unprocessable',
    issues: SETUP_ANSWERS.map(([id]) => ({ path: ['questions', id] })),
  });
  await answerSetup(visitor);
  await visitor.send(setupSaveOption, { questionId: 4, optionId: 403 });
  const { body } = await visitor.send(setupScore, undefined);
  expect(body).toEqual({ schedule: 12, timesperday: 1, startdose: 100 });
  await visitor.send(setupSaveOption, { questionId: 4, optionId: null });
  expect((await answersOf(visitor))[4]).toBeNull();
});

test('another medicine clears the dose of the one before', async () => {
  const visitor = await api.logIn({ stage: 'plan' });
  await answerSetup(visitor);
  for (let time = 0; time < 2; time++) await visitor.send(setupSaveOption, { questionId: 1, optionId: 101 });
  expect(await answersOf(visitor)).toMatchObject({ 1: 101, 2: 201, 3: null });
  const audited = await api.query(
    `select v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'setup.answered' and e.subject = $1 order by e.id desc limit 2`,
    [visitor.participant.id],
  );
  const answers = new Map(SETUP_ANSWERS);
  expect(audited).toEqual([
    {
      before: { questionId: 3, optionId: answers.get(3), answer: '100 mg' },
      after: { questionId: 3, optionId: null, answer: null },
    },
    {
      before: { questionId: 1, optionId: answers.get(1), answer: 'Sertraline' },
      after: { questionId: 1, optionId: 101, answer: 'Citalopram' },
    },
  ]);
  await expect(visitor.send(setupSaveOption, { questionId: 3, optionId: 363 })).rejects.toMatchObject({
    code: 'not-found',
  });
  // Without a dose there is none to clear.
  await visitor.send(setupSaveOption, { questionId: 1, optionId: answers.get(1) ?? null });
  const events = await api.eventsOf(visitor.participant.id, 'setup.answered');
  expect(events.at(-1)?.after).toMatchObject({ questionId: 1 });
  // Nor is there a dose without a medicine.
  await visitor.send(setupSaveOption, { questionId: 3, optionId: 363 });
  await visitor.send(setupSaveOption, { questionId: 1, optionId: null });
  expect(await answersOf(visitor)).toMatchObject({ 1: null, 3: null });
});

test.each([
  ['a question that does not exist', { questionId: 40, optionId: 1 }],
  ['an option of another question', { questionId: 4, optionId: 501 }],
  ['a dose before a medicine', { questionId: 3, optionId: 363 }],
])('%s is not found', async (_what, body) => {
  const visitor = await api.logIn({ stage: 'plan' });
  await expect(visitor.send(setupSaveOption, body)).rejects.toMatchObject({ code: 'not-found' });
});

test('choosing a schedule generates its steps from the person’s own day and opens the timeline', async () => {
  // 12:30 UTC on the 10th is 23:30 on the 10th in Melbourne and already the 11th in Auckland.
  api.clock.set('2026-03-10T12:30:00Z');
  const visitor = await api.logIn({ stage: 'plan' });
  await answerSetup(visitor);
  const { body } = await visitor.send(calls.saveSchedule, { schedule: 11 });
  expect(body).toMatchObject({ startdose: 100, homestep: 4, timesperday: 1 });
  expect(body.prescriptions.map(({ date, dose, days }) => [date, dose, days])).toEqual([
    ['2026-03-10', 100, 28],
    ['2026-04-07', 50, 28],
    ['2026-05-05', 25, 28],
    ['2026-06-02', 0, 0],
  ]);
  visitor.timeZone = 'Pacific/Auckland';
  const auckland = await visitor.send(calls.saveSchedule, { schedule: 11 });
  expect(auckland.body.prescriptions[0]?.date).toBe('2026-03-11');
  visitor.timeZone = 'America/Los_Angeles';
  const losAngeles = await visitor.send(calls.saveSchedule, { schedule: 12 });
  expect(losAngeles.body.prescriptions[0]?.date).toBe('2026-03-10');
  const { body: all } = await visitor.send(allData, undefined);
  expect(all).toMatchObject({
    schedule: 12,
    prescriptions: losAngeles.body.prescriptions,
    user: { startdose: 100 },
  });
});

test('choosing the same schedule again on the same day changes nothing', async () => {
  const visitor = await api.logIn({ stage: 'plan' });
  await answerSetup(visitor);
  const first = await visitor.send(calls.saveSchedule, { schedule: 11 });
  expect(await visitor.send(calls.saveSchedule, { schedule: 11 })).toEqual(first);
  const events = await api.query(
    `select v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'plan.changed' and e.subject = $1`,
    [visitor.participant.id],
  );
  const name = api.content.schedules.find(({ id }) => id === 11)?.text;
  expect(events).toEqual([
    {
      before: expect.objectContaining({ schedule: null, scheduleName: null }),
      after: expect.objectContaining({ schedule: 11, scheduleName: name }),
    },
  ]);
});

test('setup answers that changed before the plan begins give it their dose, not the one chosen before', async () => {
  const visitor = await api.logIn({ stage: 'plan' });
  await answerSetup(visitor);
  await visitor.send(calls.saveSchedule, { schedule: 11 });
  await answerSetup(visitor, [[3, 364]]);
  const { body } = await visitor.send(calls.saveSchedule, { schedule: 11 });
  expect(body).toMatchObject({ startdose: 50 });
  expect(body.prescriptions.map(({ dose }) => dose)).toEqual([50, 25, 0]);
});

test('a schedule needs the setup answers, has to exist and be of the medicine', async () => {
  const visitor = await api.logIn({ stage: 'plan' });
  const choose = (schedule: number) => visitor.send(calls.saveSchedule, { schedule });
  await expect(choose(11)).rejects.toMatchObject({ code: 'unprocessable' });
  await answerSetup(visitor);
  await expect(choose(999)).rejects.toMatchObject({ code: 'not-found' });
  await expect(choose(1)).rejects.toMatchObject({ code: 'unprocessable', issues: [{ path: ['schedule'] }] });
  const { body } = await visitor.send(allData, undefined);
  expect(body).toMatchObject({ schedule: null, prescriptions: [], user: { homestep: 3, startdose: null } });
});

test('choosing a dose recalculates the steps below it', async () => {
  const visitor = await api.logIn({ timesPerDay: 2 });
  const { body } = await visitor.send(calls.saveDose, { prescription: 1104 });
  expect(body.startdose).toBe(50);
  expect((await visitor.send(allData, undefined)).body).toMatchObject({
    schedule: 11,
    user: { startdose: 50, timesperday: 2 },
    doseReports: [{ dose: 50, kind: 'starting', reportedBy: 'participant' }],
  });
  expect(body.prescriptions.map(({ dose }) => dose)).toEqual([50, 25, 0]);
  for (const prescription of [1106, 101, 99_999]) {
    await expect(visitor.send(calls.saveDose, { prescription })).rejects.toMatchObject({ code: 'not-found' });
  }
  const before = await api.logIn({ stage: 'plan' });
  await expect(before.send(calls.saveDose, { prescription: 1104 })).rejects.toMatchObject({
    code: 'not-yet',
    message: 'A schedule comes first.',
  });
});

test('from the first daily record on the plan is changed by the research team only', async () => {
  const visitor = await api.logIn();
  await recordNow(visitor);
  const before = (await visitor.send(allData, undefined)).body.prescriptions;
  await expect(visitor.send(calls.saveSchedule, { schedule: 12 })).rejects.toMatchObject({
    code: 'not-allowed',
    message: expect.stringMatching(/^Your plan has started\./),
  });
  await expect(visitor.send(calls.saveDose, { prescription: 1104 })).rejects.toMatchObject({
    code: 'not-allowed',
  });
  expect((await visitor.send(allData, undefined)).body.prescriptions).toEqual(before);

  const acting = await actAs(visitor.participant.id);
  const { body } = await acting.send(calls.saveDose, { prescription: 1104 });
  expect(body.prescriptions.map(({ dose }) => dose)).toEqual([50, 25, 0]);
});

test('from the first daily record on setup answers are changed by the research team only', async () => {
  const visitor = await api.logIn();
  await recordNow(visitor);
  const before = await answersOf(visitor);
  for (const body of [
    { questionId: 1, optionId: 101 },
    { questionId: 4, optionId: null },
  ]) {
    await expect(visitor.send(setupSaveOption, body)).rejects.toMatchObject({ code: 'not-allowed' });
  }
  expect(await answersOf(visitor)).toEqual(before);

  const acting = await actAs(visitor.participant.id);
  await acting.send(setupSaveOption, { questionId: 4, optionId: 403 });
  expect((await answersOf(visitor))[4]).toBe(403);
});

test('a schedule changed in the middle of a taper goes on from the dose reported last', async () => {
  const visitor = await api.logIn();
  await recordNow(visitor);
  api.clock.advance(30 * 86_400_000);
  await takeNextStep(visitor);
  const acting = await actAs(visitor.participant.id);
  const { body } = await acting.send(calls.saveSchedule, { schedule: 12 });
  expect(body.startdose).toBe(50);
  expect(body.prescriptions.map(({ dose }) => dose)).toEqual([50, 25, 15, 9, 6, 4, 2, 1, 0]);
});

test('steps taken before the plan was changed stay with it', async () => {
  const visitor = await api.logIn();
  const { participant } = visitor;
  const first = (await visitor.send(allData, undefined)).body;
  expect(first.pastPrescriptions).toEqual([]);
  await recordNow(visitor);
  api.clock.advance(28 * 86_400_000);
  await takeNextStep(visitor);
  api.clock.advance(2 * 86_400_000);
  const acting = await actAs(participant.id);

  const past = first.prescriptions.slice(0, 2).map(({ date, dose }) => ({ date, dose, schedule: 11 }));
  expect(past.map(({ dose }) => dose)).toEqual([100, 50]);
  const { body } = await acting.send(calls.saveSchedule, { schedule: 12 });
  expect(body.pastPrescriptions).toEqual(past);
  expect((await acting.send(allData, undefined)).body.pastPrescriptions).toEqual(past);
  const lastMonth = first.prescriptions[1]?.date ?? '';
  const rows = { customDates: [{ date: lastMonth, dose: '75', note: '' }] };
  await expect(acting.send(calls.saveMedcustom, rows)).rejects.toMatchObject({
    code: 'unprocessable',
    issues: [{ path: ['customDates', 0, 'dose'] }],
  });
  expect((await acting.send(allData, undefined)).body.pastPrescriptions).toEqual(past);
  const page = await (await logInStaff(api)).open(`/admin/participants/${participant.id}`);
  expect(page.text).toContain('Doses reported');
});

test('a step taken on the day that the plan is changed stays taken', async () => {
  const visitor = await api.logIn();
  await recordNow(visitor);
  api.clock.advance(28 * 86_400_000);
  await takeNextStep(visitor);
  const today = localDate(api.clock.now(), 'Australia/Melbourne');
  const customDates = [
    { date: today, dose: '50', note: '' },
    { date: addDays(today, 28), dose: '0', note: '' },
  ];
  const { body } = await (await actAs(visitor.participant.id)).send(calls.saveMedcustom, { customDates });
  expect(body.prescriptions.map(({ date, dose }) => [date, dose])).toEqual([
    [today, 50],
    [addDays(today, 28), 0],
  ]);
  expect((await visitor.send(allData, undefined)).body.user.startdose).toBe(100);
});

test('a plan changed to another medicine starts from the dose of the setup, not from one of the medicine before', async () => {
  const visitor = await api.logIn();
  await recordNow(visitor);
  const acting = await actAs(visitor.participant.id);
  await answerSetup(acting, [
    [1, 109],
    [3, 394],
  ]);
  const { body } = await acting.send(calls.saveSchedule, { schedule: 17 });
  expect(body.startdose).toBe(75);
  expect(body.prescriptions.map(({ dose, current }) => [dose, current])).toEqual([
    [75, false],
    [37, false],
    [0, false],
  ]);
});

test('a plan that has not begun adds no past steps when it is changed', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  api.clock.advance(2 * 86_400_000);
  const { body } = await (await actAs(id)).send(calls.saveSchedule, { schedule: 12 });
  expect(body.pastPrescriptions).toEqual([]);
});

test('a plan that begins next week has today’s dose from the day of its setup', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const today = localDate(api.clock.now(), 'Australia/Melbourne');
  const acting = await actAs(id);
  const customDates = [{ date: addDays(today, 7), dose: '50', note: '' }];
  await acting.send(calls.saveMedcustom, { customDates });
  const { doseReports } = (await acting.send(allData, undefined)).body;
  expect(doseReports).toMatchObject([{ day: today, dose: 50, kind: 'starting', reportedBy: 'team' }]);
});

test('a schedule changed while the rows begin later goes on from what is still taken', async () => {
  const visitor = await api.logIn();
  await recordNow(visitor);
  api.clock.advance(30 * 86_400_000);
  await takeNextStep(visitor);
  const nextWeek = new Date(api.clock.now().getTime() + 7 * 86_400_000).toISOString().slice(0, 10);
  const acting = await actAs(visitor.participant.id);
  await acting.send(calls.saveMedcustom, { customDates: [{ date: nextWeek, dose: '25', note: '' }] });
  expect((await acting.send(calls.saveSchedule, { schedule: 12 })).body.startdose).toBe(50);
});

test('a schedule changed once nothing is taken any more puts no dose back', async () => {
  const visitor = await api.logIn();
  await recordNow(visitor);
  for (let step = 0; step < 3; step++) {
    api.clock.advance(28 * 86_400_000);
    await takeNextStep(visitor);
  }
  const acting = await actAs(visitor.participant.id);
  const { body } = await acting.send(calls.saveSchedule, { schedule: 12 });
  expect(body.startdose).toBe(0);
  expect(body.prescriptions.map(({ dose, days }) => [dose, days])).toEqual([[0, 0]]);
  const chosen = await acting.send(calls.saveDose, { prescription: 1204 });
  expect(chosen.body.prescriptions[0]).toMatchObject({ dose: 50 });
});

test('a medicine taken twice a day is, in the score, the saved plan and the user', async () => {
  const visitor = await api.logIn({ stage: 'plan' });
  await answerSetup(visitor, [
    [1, 109],
    [2, 202],
    [3, 394],
  ]);
  expect((await visitor.send(setupScore, undefined)).body.timesperday).toBe(2);
  const { body } = await visitor.send(calls.saveSchedule, { schedule: 17 });
  expect(body.timesperday).toBe(2);
  expect((await visitor.send(allData, undefined)).body.user.timesperday).toBe(2);
});

test('a reported 37.5 mg of venlafaxine is the step of 37, which a changed schedule does not plan again', async () => {
  const visitor = await api.logIn({ stage: 'plan' });
  await answerSetup(visitor, [
    [1, 109],
    [3, 394],
  ]);
  await visitor.send(calls.saveSchedule, { schedule: 18 });
  await recordNow(visitor);
  const acting = await actAs(visitor.participant.id);
  const day = localDate(api.clock.now(), 'Australia/Melbourne');
  await acting.send(calls.saveMedcustom, { customDates: [{ date: day, dose: '37.5 mg', note: '' }] });
  await visitor.send(calls.reportDose, { day, dose: 37.5, step: null });
  const { body } = await acting.send(calls.saveSchedule, { schedule: 17 });
  expect(body.prescriptions.map(({ dose }) => dose)).toEqual([37, 0]);
});

test.each(['consent', 'questionnaire', 'usualCare'] as const)(
  'at the stage %s there is no plan',
  async (stage) => {
    const visitor = await api.logIn({ stage });
    const outcomes = await Promise.allSettled([
      visitor.send(calls.saveSchedule, { schedule: 11 }),
      visitor.send(calls.saveDose, { prescription: 1104 }),
      visitor.send(setupSaveOption, { questionId: 1, optionId: 101 }),
      visitor.send(setupScore, undefined),
    ]);
    const message = expect.stringMatching(/^The plan opens once/);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'not-yet', message } });
  },
);

test('rows that a researcher types replace the steps, each lasting until the next', async () => {
  const visitor = await api.logIn();
  const acting = await actAs(visitor.participant.id);
  const { body } = await acting.send(calls.saveMedcustom, {
    customDates: [
      { date: '10/3/2028', dose: '37.5 mg', note: ' Half a tablet. ' },
      { date: '2028-03-24', dose: '20', note: '' },
      { date: '07/04/2028', dose: '0mg', note: 'Done' },
    ],
    reason: 'Begins after the move.',
  });
  expect(body.prescriptions.map(({ date, dose, days, note }) => [date, dose, days, note])).toEqual([
    ['2028-03-10', 37.5, 14, 'Half a tablet.'],
    ['2028-03-24', 20, 14, ''],
    ['2028-04-07', 0, 0, 'Done'],
  ]);
  const { body: all } = await visitor.send(allData, undefined);
  expect(all.prescriptions).toEqual(body.prescriptions);
});

describe('rows that put the dose up, or begin more than 28 days away', () => {
  const rowsOf = (...rows: [days: number, dose: string][]) =>
    rows.map(([days, dose]) => ({
      date: new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10),
      dose,
      note: '',
    }));
  const changesOf = async ({ participant }: Awaited<ReturnType<typeof api.logIn>>) =>
    api.query(
      `select v.after->>'reason' as reason from audit_event e join audit_values v on v.event_id = e.id
       where e.subject = $1 and e.type = 'plan.changed' order by e.id`,
      [participant.id],
    );

  test.each([
    [
      'above the dose taken now',
      [
        [0, '150'],
        [28, '0'],
      ],
      [0],
    ],
    [
      'above the row before',
      [
        [0, '100'],
        [14, '50'],
        [28, '75'],
        [42, '0'],
      ],
      [2],
    ],
    [
      'a start in 29 days',
      [
        [29, '100'],
        [43, '0'],
      ],
      [0],
    ],
  ])('%s: without a reason nothing is saved, with one the audit log keeps it', async (_what, steps, rows) => {
    const customDates = rowsOf(...(steps as [number, string][]));
    const visitor = await api.logIn();
    const acting = await actAs(visitor.participant.id);
    const before = (await visitor.send(allData, undefined)).body.prescriptions;
    const preview = await acting.send(calls.previewMedcustom, { customDates });
    expect(preview.body.reasonNeededFor.map(({ row }) => row)).toEqual(rows);
    for (const reason of [undefined, '', '  '])
      await expect(
        acting.send(calls.saveMedcustom, { customDates, ...(reason !== undefined && { reason }) }),
      ).rejects.toMatchObject({
        code: 'unprocessable',
        issues: [
          {
            path: ['reason'],
            message: expect.stringMatching(`^Give a reason\\. Row ${(rows[0] ?? 0) + 1}: [^:]*$`),
          },
        ],
      });
    await expect(
      acting.send(calls.saveMedcustom, { customDates, reason: 'x'.repeat(501) }),
    ).rejects.toMatchObject({ code: 'bad-request' });
    expect((await visitor.send(allData, undefined)).body.prescriptions).toEqual(before);
    const reason = 'The doctor advised it.';
    const saved = await acting.send(calls.saveMedcustom, { customDates, reason });
    expect((await changesOf(visitor)).at(-1)).toEqual({ reason });
    const shape = ({ prescriptions }: typeof saved.body) => prescriptions.map(({ id: _id, ...row }) => row);
    expect(shape(preview.body)).toEqual(shape(saved.body));
  });

  test('above the dose reported last a reason is needed, also below the dose of the start', async () => {
    const visitor = await api.logIn();
    await recordNow(visitor);
    const day = localDate(api.clock.now(), 'Australia/Melbourne');
    await visitor.send(calls.reportDose, { day, dose: 50, step: null });
    const acting = await actAs(visitor.participant.id);
    const customDates = rowsOf([0, '75'], [28, '0']);
    const { body } = await acting.send(calls.previewMedcustom, { customDates });
    expect(body.reasonNeededFor).toMatchObject([
      { row: 0, message: 'The dose goes up from 50 mg to 75 mg.' },
    ]);
  });

  test('a plan that goes down within 28 days needs none, and a step that was taken higher is a fact', async () => {
    const visitor = await api.logIn();
    await recordNow(visitor);
    const start = localDate(api.clock.now(), 'Australia/Melbourne');
    await visitor.send(calls.reportDose, { day: start, dose: 150, step: null });
    api.clock.advance(86_400_000);
    const acting = await actAs(visitor.participant.id);
    const [now, end] = rowsOf([0, '150'], [28, '0']);
    // The first report says what was taken before it as well.
    const past = [addDays(start, -1), start].map((date) => ({ date, dose: '150', note: '' }));
    const customDates = [...past, now, end].filter((row) => row !== undefined);
    const { body } = await acting.send(calls.previewMedcustom, { customDates });
    expect(body.reasonNeededFor).toEqual([]);
    expect(await changesOf(visitor)).toEqual([]);
    const saved = await acting.send(calls.saveMedcustom, { customDates });
    expect(await changesOf(visitor)).toEqual([{ reason: null }]);
    // Of rows with the dose taken now, the last that has begun is the one in force.
    expect(saved.body.prescriptions.map(({ current }) => current)).toEqual([false, false, true, false]);
  });

  test('a preview names faults as saving does, and is for an acting researcher in a state that allows it', async () => {
    const visitor = await api.logIn();
    const customDates = [{ date: '30/02/2026', dose: '50', note: '' }];
    await expect(visitor.send(calls.previewMedcustom, { customDates })).rejects.toMatchObject({
      code: 'not-allowed',
    });
    const acting = await actAs(visitor.participant.id);
    await expect(acting.send(calls.previewMedcustom, { customDates })).rejects.toMatchObject({
      code: 'unprocessable',
      issues: [{ path: ['customDates', 0, 'date'] }],
    });
    const setup = await api.logIn({ stage: 'plan' });
    await expect(
      (await actAs(setup.participant.id)).send(calls.previewMedcustom, { customDates: rowsOf([0, '50']) }),
    ).rejects.toMatchObject({ code: 'not-yet' });
  });

  test('a preview during a change of the plan waits for it, and keeps it from nothing', async () => {
    const { participant } = await api.logIn();
    const acting = await actAs(participant.id);
    const change = await api.pool.connect();
    await change.query('begin');
    await change.query('select 1 from participant where id = $1 for update', [participant.id]);
    const preview = acting.send(calls.previewMedcustom, { customDates: rowsOf([0, '50']) });
    await api.untilBlocked();
    await change.query('delete from prescription where participant_id = $1', [participant.id]);
    await change.query('rollback');
    change.release();
    expect((await preview).status).toBe(200);
  });
});

test('a hundred rows with the longest notes fit a request, and a longer note is rejected at its row', async () => {
  const visitor = await api.logIn();
  const acting = await actAs(visitor.participant.id);
  const today = api.clock.now().getTime();
  const customDates = Array.from({ length: 100 }, (_, index) => ({
    date: new Date(today + index * 7 * 86_400_000).toISOString().slice(0, 10),
    dose: `${(100 - index / 2).toFixed(1)} mg`,
    note: 'n'.repeat(500),
  }));
  expect((await acting.send(calls.saveMedcustom, { customDates })).body.prescriptions).toHaveLength(100);
  const longer = customDates.map((row, index) => (index === 7 ? { ...row, note: 'n'.repeat(501) } : row));
  await expect(acting.send(calls.saveMedcustom, { customDates: longer })).rejects.toMatchObject({
    code: 'unprocessable',
    issues: [{ path: ['customDates', 7, 'note'] }],
  });
});

test('every fault of typed rows is named by row and field, and nothing is half saved', async () => {
  const visitor = await api.logIn();
  const acting = await actAs(visitor.participant.id);
  const before = (await visitor.send(allData, undefined)).body.prescriptions;
  const faulty = {
    customDates: [
      { date: '30/02/2026', dose: '50', note: '' },
      { date: '10/03/2026', dose: 'fifty', note: 'x'.repeat(2_001) },
      { date: '10/03/2026', dose: '-5', note: '' },
      { date: '', dose: '1e3', note: '' },
      { date: '12/04/2026', dose: '10000', note: '' },
    ],
  };
  await expect(acting.send(calls.saveMedcustom, faulty)).rejects.toMatchObject({ code: 'unprocessable' });
  const { json } = await acting.request(calls.saveMedcustom.path, { body: faulty });
  const paths = json.error.issues.map(({ path }: { path: unknown[] }) => path.slice(1).join(' '));
  expect(paths.sort()).toEqual([
    '0 date',
    '1 dose',
    '1 note',
    '2 date',
    '2 dose',
    '3 date',
    '3 dose',
    '4 dose',
  ]);
  expect((await visitor.send(allData, undefined)).body.prescriptions).toEqual(before);
});

test('a note of the schedule that is for another dose is rejected at its row', async () => {
  const { participant } = await api.logIn();
  const acting = await actAs(participant.id);
  const NONE_LEFT = 'You no longer take sertraline.';
  const typed = (dose: string, note: string) => ({
    customDates: [{ date: '10/03/2026', dose, note }],
  });
  const rejected = await acting.request(calls.saveMedcustom.path, {
    body: typed('75', ` ${NONE_LEFT} `),
  });
  expect(rejected.status).toBe(422);
  expect(rejected.json.error.issues).toEqual([
    {
      path: ['customDates', 0, 'note'],
      message: 'This note is for 0 mg. Write one for this dose, or leave it empty.',
    },
  ]);
  for (const rows of [typed('0', NONE_LEFT), typed('75', ''), typed('75', 'Liquid.')]) {
    const [{ dose, note } = { dose: '', note: '' }] = rows.customDates;
    const { body } = await acting.send(calls.saveMedcustom, rows);
    expect(body.prescriptions).toMatchObject([{ dose: Number(dose), note }]);
  }
});

test('years so far apart that a step would last longer than can be stored are rejected by row', async () => {
  const { participant } = await api.logIn();
  const acting = await actAs(participant.id);
  const customDates = [
    { date: '0001-01-01', dose: '10', note: '' },
    { date: '9999-12-31', dose: '0', note: '' },
  ];
  await expect(acting.send(calls.saveMedcustom, { customDates })).rejects.toMatchObject({
    code: 'unprocessable',
  });
});

test('there are no findings before there is a plan', async () => {
  const acting = await actAs((await api.logIn({ stage: 'plan' })).participant.id);
  expect((await acting.send(calls.planFindings, undefined)).body).toEqual({ findings: [] });
});

test('findings of the plan check are for the research team', async () => {
  const visitor = await api.logIn();
  await expect(visitor.send(calls.planFindings, undefined)).rejects.toMatchObject({ code: 'not-allowed' });
  const acting = await actAs(visitor.participant.id);
  await acting.send(calls.saveMedcustom, {
    customDates: [
      { date: '10/03/2026', dose: '50', note: '' },
      { date: '24/03/2026', dose: '100', note: '' },
    ],
  });
  const { body } = await acting.send(calls.planFindings, undefined);
  expect(body.findings).toContainEqual({
    row: 1,
    code: 'increase',
    message: expect.stringContaining('100 mg'),
  });
});
