// In one file: each report is checked against the same plan and clock.
import { describe, expect, test } from '@jest/globals';
import * as calls from '@stepwise/shared-contracts/calls/plan.calls';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { doseInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { nextDose } from '@stepwise/shared-contracts/plan/next-dose';
import { PASSWORD } from '../../../testing/build-participant.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { findParticipants } from '../../reports/overview/find-participants.ts';

const api = await createTestApi();
const DAY_MS = 86_400_000;
type Person = Awaited<ReturnType<typeof api.logIn>>;

const today = () => localDate(api.clock.now(), 'Australia/Melbourne');
const planOf = async (person: Person) => (await person.send(allData, undefined)).body;
const checkUp = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };

/** Sertraline 100-50-25-0 from today, started by a record. */
async function start(): Promise<Person> {
  const person = await api.logIn();
  await person.send(saveRecord, checkUp);
  return person;
}

/** Days later, logged in again. */
async function after(days: number, person: Person): Promise<Person> {
  api.clock.advance(days * DAY_MS);
  await person.send(loginUser, { username: person.participant.email ?? '', password: PASSWORD });
  return person;
}

const shape = ({ prescriptions }: Awaited<ReturnType<typeof planOf>>) =>
  prescriptions.map(({ dose, date }) => [dose, date]);

test('the first daily record on a later day moves every date by the difference', async () => {
  const person = await api.logIn();
  const before = (await planOf(person)).prescriptions;
  await after(5, person);
  expect((await planOf(person)).prescriptions).toEqual(before);
  await person.send(saveRecord, checkUp);
  const moved = await planOf(person);
  expect(moved.prescriptions.map(({ date }) => date)).toEqual(before.map(({ date }) => addDays(date, 5)));
  expect(doseInForce(moved.doseReports, today())).toBe(100);
  const planned = await api.query(
    'select planned::text from prescription where participant_id = $1 order by date, id',
    [person.participant.id],
  );
  expect(planned).toEqual(moved.prescriptions.map(({ date }) => ({ planned: date })));
  const [first = ''] = before.map(({ date }) => date);
  expect(await api.eventsOf(person.participant.id, 'plan.')).toEqual([
    { type: 'plan.started', before: { date: first }, after: { date: addDays(first, 5) } },
  ]);
  await after(1, person);
  await person.send(saveRecord, checkUp);
  expect((await planOf(person)).prescriptions).toEqual(moved.prescriptions);
});

test('a dose is reported where the plan has no report before it', async () => {
  const person = await start();
  const { id } = person.participant;
  await api.query('delete from dose_report where participant_id = $1', [id]);
  await person.send(calls.reportDose, { day: today(), dose: 75, step: null });
  expect(doseInForce((await planOf(person)).doseReports, today())).toBe(75);
  expect(await api.eventsOf(id, 'dose.')).toMatchObject([
    { before: null, after: { day: today(), dose: 75 } },
  ]);
});

test('a due step that is not reported stands on tomorrow, with the later ones after it', async () => {
  const person = await start();
  await after(30, person);
  const plan = await planOf(person);
  const tomorrow = addDays(today(), 1);
  expect(shape(plan)).toEqual([
    [100, addDays(today(), -30)],
    [50, tomorrow],
    [25, addDays(tomorrow, 28)],
    [0, addDays(tomorrow, 56)],
  ]);
  expect(doseInForce(plan.doseReports, today())).toBe(100);
  const rows = await api.query(
    `select date::text from prescription where participant_id = $1 order by planned`,
    [person.participant.id],
  );
  expect(rows[1].date).toBe(addDays(today(), -2));
});

test('a reported step is in force from its day, and moves the later ones', async () => {
  const person = await start();
  await after(30, person);
  const next = (await planOf(person)).prescriptions[1];
  const answer = await person.send(calls.reportDose, { day: today(), dose: 50, step: next?.id ?? 0 });
  const plan = await planOf(person);
  expect(answer.body).toMatchObject({ prescriptions: plan.prescriptions, doseReports: plan.doseReports });
  expect(shape(plan).slice(1)).toEqual([
    [50, today()],
    [25, addDays(today(), 28)],
    [0, addDays(today(), 56)],
  ]);
  expect(doseInForce(plan.doseReports, today())).toBe(50);
  expect(doseInForce(plan.doseReports, addDays(today(), -1))).toBe(100);
  // As the export gives them.
  const saved = await api.query(
    'select date::text from prescription where participant_id = $1 order by planned',
    [person.participant.id],
  );
  expect(saved.slice(1).map(({ date }) => date)).toEqual([0, 28, 56].map((days) => addDays(today(), days)));
  const [row] = await api.query(
    `select day::text, planned::text, reported_by from dose_report where participant_id = $1 and kind = 'step'`,
    [person.participant.id],
  );
  expect(row).toEqual({ day: today(), planned: addDays(today(), -2), reported_by: 'participant' });
  const events = await api.query(
    `select v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'dose.reported' and e.subject = $1`,
    [person.participant.id],
  );
  const scheduleName = api.content.schedules.find(({ id }) => id === 11)?.text;
  expect(events).toEqual([
    {
      before: { day: addDays(today(), -30), dose: 100, schedule: 11, scheduleName },
      after: {
        ...{ day: today(), dose: 50, schedule: 11, scheduleName },
        ...{ kind: 'step', planned: addDays(today(), -2) },
      },
    },
  ]);
});

test('a step reported again on its day, to stay on it, keeps its planned day', async () => {
  const person = await start();
  await after(30, person);
  const step = (await planOf(person)).prescriptions[1]?.id ?? 0;
  const body = { day: today(), dose: 50, step };
  await person.send(calls.reportDose, body);
  await person.send(calls.reportDose, { ...body, stay: { until: addDays(today(), 60) } });
  const rows = await api.query(
    `select planned::text from dose_report where participant_id = $1 and kind = 'step'`,
    [person.participant.id],
  );
  expect(rows).toEqual(Array(2).fill({ planned: addDays(today(), -2) }));
});

test('the step in force can be answered again on a later day, to stay on it', async () => {
  const person = await start();
  await after(30, person);
  const step = (await planOf(person)).prescriptions[1]?.id ?? 0;
  await person.send(calls.reportDose, { day: today(), dose: 50, step });
  await after(2, person);
  const stay = { until: addDays(today(), 60) };
  const { body } = await person.send(calls.reportDose, { day: today(), dose: 50, step, stay });
  expect(doseInForce(body.doseReports, today())).toBe(50);
  expect(body.doseReports?.at(-1)).toMatchObject({ step, stay });
  expect(body.prescriptions[2]?.date).toBe(stay.until);
});

test('the same report again, and from two devices at once, is one report', async () => {
  const person = await start();
  await after(28, person);
  const step = (await planOf(person)).prescriptions[1]?.id ?? 0;
  const body = { day: today(), dose: 50, step };
  const answers = await Promise.all([1, 2, 3].map(() => person.send(calls.reportDose, body)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body.prescriptions))).size).toBe(1);
  const reports = await api.query(`select 1 from dose_report where participant_id = $1 and kind = 'step'`, [
    person.participant.id,
  ]);
  expect(reports).toHaveLength(1);
});

test('two answers from two devices at once are saved in turn, and the later one counts', async () => {
  const person = await start();
  await after(28, person);
  const phone = await api.visit();
  await phone.send(loginUser, { username: person.participant.email ?? '', password: PASSWORD });
  const due = await planOf(person);
  const step = due.prescriptions[1]?.id ?? 0;
  await Promise.all([
    person.send(calls.reportDose, { day: today(), dose: 50, step }),
    phone.send(calls.reportDose, { day: today(), dose: 100, step: null }),
  ]);
  const rows = await api.query(
    'select dose::float8 as dose from dose_report where participant_id = $1 and day = $2 order by id',
    [person.participant.id, today()],
  );
  const events = await api.query(`select 1 from audit_event where type = 'dose.reported' and subject = $1`, [
    person.participant.id,
  ]);
  expect([rows.map(({ dose }) => dose).sort(), events.length]).toEqual([[100, 50], 2]);
  const plan = await planOf(person);
  const last = rows.at(-1).dose;
  expect(doseInForce(plan.doseReports, today())).toBe(last);
  expect(shape(plan).slice(1)).toEqual(
    last === 100
      ? shape(due).slice(1)
      : [50, 25, 0].map((dose, index) => [dose, addDays(today(), index * 28)]),
  );
});

test('an answer is changed on the same day, and the step is due again', async () => {
  const person = await start();
  await after(28, person);
  const step = (await planOf(person)).prescriptions[1]?.id ?? 0;
  const due = shape(await planOf(person));
  await person.send(calls.reportDose, { day: today(), dose: 50, step });
  await person.send(calls.reportDose, { day: today(), dose: 100, step: null });
  const plan = await planOf(person);
  expect(shape(plan)).toEqual(due);
  expect(doseInForce(plan.doseReports, today())).toBe(100);
});

test('going back up is recorded, and the step waits until the team sets a day', async () => {
  const person = await start();
  await after(28, person);
  const step = (await planOf(person)).prescriptions[1]?.id ?? 0;
  await person.send(calls.reportDose, { day: today(), dose: 50, step });
  await after(3, person);
  await person.send(calls.reportDose, { day: today(), dose: 100, step: null });
  await after(40, person);
  expect(shape(await planOf(person))[1]).toEqual([50, addDays(today(), 1)]);
  const [waiting] = await api.query(`select next_step_due from participant where id = $1`, [
    person.participant.id,
  ]);
  expect(waiting.next_step_due).toBeNull();
  const team = await logInStaff(api);
  await team.act(person.participant.id);
  const customDates = [
    { date: today(), dose: '100', note: '' },
    { date: addDays(today(), 14), dose: '75', note: '' },
    { date: addDays(today(), 28), dose: '0', note: '' },
  ];
  const { body } = await team.send(calls.saveMedcustom, { customDates });
  expect(body.prescriptions.map(({ dose, date }) => [dose, date])).toEqual([
    [100, today()],
    [75, addDays(today(), 14)],
    [0, addDays(today(), 28)],
  ]);
  expect(doseInForce(body.doseReports, today())).toBe(100);
});

test('a dose off the plan has no planned day, though it passes a step', async () => {
  const person = await start();
  await after(3, person);
  const { body } = await person.send(calls.reportDose, { day: today(), dose: 30, step: null });
  expect(body.pastPrescriptions?.at(-1)).toMatchObject({ date: today(), dose: 30 });
  const [row] = await api.query(
    `select dose::float8, kind, planned from dose_report where participant_id = $1 order by day desc limit 1`,
    [person.participant.id],
  );
  expect(row).toEqual({ dose: 30, kind: 'other', planned: null });
});

test('a step that was passed keeps its place, and the plan goes on from the lower one that is taken', async () => {
  const person = await start();
  const first = today();
  await after(3, person);
  const taken = today();
  for (let report = 0; report < 2; report++) {
    await person.send(calls.reportDose, { day: today(), dose: 25, step: null });
    expect(shape(await planOf(person))).toEqual([
      [100, first],
      [50, addDays(first, 28)],
      [25, taken],
      [0, addDays(taken, 28)],
    ]);
    const [{ due }] = await api.query('select next_step_due::text as due from participant where id = $1', [
      person.participant.id,
    ]);
    expect(due).toBe(addDays(taken, 28));
    await after(1, person);
  }
});

test('who stays on a dose above the highest, which their plan has, can say so', async () => {
  const person = await start();
  const team = await logInStaff(api);
  await team.act(person.participant.id);
  const customDates = [
    { date: today(), dose: '100', note: '' },
    { date: addDays(today(), 1), dose: '250', note: '' },
    { date: addDays(today(), 29), dose: '0', note: '' },
  ];
  await team.send(calls.saveMedcustom, { customDates, reason: 'By their specialist.' });
  await after(1, person);
  const step = (await planOf(person)).prescriptions[1]?.id ?? 0;
  await person.send(calls.reportDose, { day: today(), dose: 250, step });
  await after(28, person);
  const { body } = await person.send(calls.reportDose, { day: today(), dose: 250, step: null });
  expect(body.doseReports?.at(-1)).toMatchObject({ day: today(), dose: 250 });
  const more = { day: today(), dose: 251, step: null };
  await expect(person.send(calls.reportDose, more)).rejects.toMatchObject({ code: 'unprocessable' });
});

test('the highest dose can be reported, and half a milligram more cannot', async () => {
  const person = await start();
  await after(1, person);
  const report = (dose: number) => person.send(calls.reportDose, { day: today(), dose, step: null });
  await expect(report(200.5)).rejects.toMatchObject({ code: 'unprocessable' });
  expect((await report(200)).body.doseReports?.at(-1)).toMatchObject({ dose: 200 });
});

test('a dose before the first step of a new plan belongs to the schedule that it was taken by', async () => {
  const person = await start();
  await after(3, person);
  await person.send(calls.reportDose, { day: today(), dose: 30, step: null });
  const team = await logInStaff(api);
  await team.act(person.participant.id);
  await team.send(calls.saveSchedule, { schedule: 12 });
  const customDates = [
    { date: addDays(today(), 7), dose: '25', note: '' },
    { date: addDays(today(), 28), dose: '0', note: '' },
  ];
  await team.send(calls.saveMedcustom, { customDates });
  await after(1, person);
  const { body } = await person.send(calls.reportDose, { day: today(), dose: 30, step: null });
  expect(body.doseReports?.at(-1)).toMatchObject({ day: today(), dose: 30, schedule: 11 });
  await after(6, person);
  const step = (await planOf(person)).prescriptions.find(({ dose }) => dose === 25)?.id ?? 0;
  const taken = await person.send(calls.reportDose, { day: today(), dose: 25, step });
  expect(taken.body.doseReports?.at(-1)).toMatchObject({ dose: 25, schedule: 12 });
  const reported = await api.eventsOf(person.participant.id, 'dose.reported');
  expect(reported.slice(-2)).toMatchObject([
    { after: { dose: 30, schedule: 11 } },
    { before: { dose: 30, schedule: 11 }, after: { dose: 25, schedule: 12 } },
  ]);
});

test.each([
  [-5, 'a day that has passed', -5],
  [5, 'a day to come', 0],
])(
  'the dose of a plan made by hand from %i days away, %s, is known from then or from today',
  async (from, _when, known) => {
    const person = await api.logIn();
    const team = await logInStaff(api);
    await team.act(person.participant.id);
    const customDates = [
      { date: addDays(today(), from), dose: '100', note: '' },
      { date: addDays(today(), 30), dose: '50', note: '' },
    ];
    const { body } = await team.send(calls.saveMedcustom, { customDates });
    expect(body.doseReports).toMatchObject([{ day: addDays(today(), known), dose: 100, kind: 'starting' }]);
  },
);

test('an assumed dose that is reported from its own day is no longer assumed', async () => {
  const person = await start();
  const day = today();
  await api.query(
    `insert into dose_report (participant_id, day, dose, schedule_id, kind, reported_at) values ($1, $2, 50, 11, 'assumed', $3)`,
    [person.participant.id, day, api.clock.now()],
  );
  expect(doseInForce((await planOf(person)).doseReports, day)).toBeNull();
  const { body } = await person.send(calls.reportDose, { day, dose: 50, step: null });
  expect(doseInForce(body.doseReports, day)).toBe(50);
});

test('a report by the team while acting says so', async () => {
  const person = await start();
  await after(28, person);
  const step = (await planOf(person)).prescriptions[1]?.id ?? 0;
  const team = await logInStaff(api);
  await team.act(person.participant.id);
  const { body } = await team.send(calls.reportDose, { day: today(), dose: 50, step });
  expect(body.doseReports?.at(-1)).toMatchObject({ dose: 50, reportedBy: 'team', kind: 'step' });
});

describe('bad input changes nothing', () => {
  test.each<[string, (person: Person) => object, string, string]>([
    [
      'a day that lies ahead',
      () => ({ day: addDays(today(), 1), dose: 50, step: null }),
      'unprocessable',
      'day',
    ],
    [
      'a day before the last report',
      () => ({ day: addDays(today(), -40), dose: 75, step: null }),
      'unprocessable',
      'day',
    ],
    ['a dose above the highest', () => ({ day: today(), dose: 900, step: null }), 'unprocessable', 'dose'],
  ])('%s', async (_what, body, code, field) => {
    const person = await start();
    await after(28, person);
    const before = await planOf(person);
    const answer = await person.request(calls.reportDose.path, { body: body(person) });
    expect(answer.json.error).toMatchObject({ code, issues: [{ path: [field] }] });
    expect(await planOf(person)).toEqual(before);
  });

  test('a step that is not the next, has another dose, or is another participant’s', async () => {
    const [person, other] = [await start(), await start()];
    await after(28, person);
    await after(0, other);
    const before = await planOf(person);
    const ids = before.prescriptions.map(({ id }) => id);
    const send = (dose: number, step: number) => person.send(calls.reportDose, { day: today(), dose, step });
    await expect(send(25, ids[2] ?? 0)).rejects.toMatchObject({ code: 'conflict' });
    await expect(send(75, ids[1] ?? 0)).rejects.toMatchObject({ code: 'unprocessable' });
    const theirs = (await planOf(other)).prescriptions[1]?.id ?? 0;
    await expect(send(50, theirs)).rejects.toMatchObject({ code: 'not-found' });
    expect(await planOf(person)).toEqual(before);
  });

  test('without being logged in, and before there is a plan', async () => {
    const body = { day: today(), dose: 50, step: null };
    const visitor = await api.visit();
    expect((await visitor.request(calls.reportDose.path, { body })).status).toBe(401);
    const before = await api.logIn({ stage: 'plan' });
    await expect(before.send(calls.reportDose, body)).rejects.toMatchObject({ code: 'not-yet' });
  });
});

test('the team’s list shows a step that was not answered for a week, a question and an assumed dose', async () => {
  const [person, asks, assumed] = [await start(), await start(), await start()];
  const listed = async () => {
    const { db, now, content } = api.operation();
    const filter = { search: '', stage: '', concern: 'dose', order: 'newest', consent: '' } as const;
    const { participants } = await findParticipants(db, filter, {
      page: 1,
      now,
      content,
      viewer: { names: true, arms: true },
    });
    return participants.map(({ email }) => email);
  };
  const names = [person, asks, assumed].map(({ participant }) => participant.email ?? '');
  await after(28, person);
  expect(await listed()).not.toContain(names[0]);
  await after(0, asks);
  await asks.send(calls.askAboutDose, { reason: 'too-hard' });
  await asks.send(calls.askAboutDose, { reason: 'too-hard' });
  await api.query(
    `insert into dose_report (participant_id, day, dose, schedule_id, kind, reported_at) values ($1, $2, 50, 11, 'assumed', now())`,
    [assumed.participant.id, today()],
  );
  const soon = await listed();
  expect([soon.includes(names[1] ?? '?'), soon.includes(names[2] ?? '?')]).toEqual([true, true]);
  await after(7, person);
  expect(await listed()).toContain(names[0]);
  await person.send(calls.reportDose, { day: today(), dose: 100, step: null });
  expect(await listed()).not.toContain(names[0]);

  const team = await logInStaff(api);
  await team.act(assumed.participant.id);
  for (const changed of [
    team.send(calls.saveDose, { prescription: 1104 }),
    team.send(calls.saveSchedule, { schedule: 12 }),
    team.send(calls.saveMedcustom, { customDates: [{ date: today(), dose: '50', note: '' }] }),
  ])
    await expect(changed).rejects.toMatchObject({
      code: 'not-yet',
      message: expect.stringMatching(/^Report the dose taken now first\./),
    });
  const path = `/admin/participants/${asks.participant.id}`;
  const page = await (await logInStaff(api)).open(path);
  expect(page.text.split('This step is too hard')).toHaveLength(2);

  await api.query('update participant set left_plan_on = $2 where id = $1', [asks.participant.id, today()]);
  expect(await listed()).toContain(names[1]);
});

describe('staying on the dose', () => {
  const next = async (person: Person) => {
    const { prescriptions, doseReports } = await planOf(person);
    const found = nextDose(prescriptions, doseReports, today());
    return [found?.step.dose, found?.day, found?.status];
  };
  const stay = (person: Person, until: string | null) =>
    person.send(calls.reportDose, { day: today(), dose: 100, step: null, stay: { until } });

  test('asks for the step again from its day on, in the team’s list as well', async () => {
    const person = await start();
    await after(28, person);
    expect(await next(person)).toEqual([50, today(), 'due']);
    const until = addDays(today(), 14);
    await stay(person, until);
    expect(await next(person)).toEqual([50, until, 'planned']);
    expect(shape(await planOf(person)).at(-1)).toEqual([0, addDays(until, 56)]);
    const [row] = await api.query('select next_step_due::text as due from participant where id = $1', [
      person.participant.id,
    ]);
    expect(row.due).toBe(until);
    await after(14, person);
    expect(await next(person)).toEqual([50, until, 'due']);
  });

  test('waits until the person says, and is due once they do', async () => {
    const person = await start();
    await after(28, person);
    await stay(person, null);
    expect(await next(person)).toEqual([50, null, 'waiting']);
    await after(3, person);
    await stay(person, today());
    expect(await next(person)).toEqual([50, today(), 'due']);
    const events = await api.query(
      `select v.after->>'stay' as stay from audit_event e join audit_values v on v.event_id = e.id
       where e.type = 'dose.reported' and e.subject = $1 order by e.id`,
      [person.participant.id],
    );
    expect(events.map(({ stay }) => stay)).toEqual(['until the person says', today()]);
  });

  test('rejects a day that has passed or is more than a year away, and saves the same once', async () => {
    const person = await start();
    for (const day of [addDays(today(), -1), addDays(today(), 367)])
      await expect(stay(person, day)).rejects.toMatchObject({ code: 'unprocessable' });
    const furthest = addDays(today(), 366);
    for (const until of [null, null, furthest, furthest, null, null]) await stay(person, until);
    const { doseReports } = await planOf(person);
    expect(doseReports?.map((report) => report.stay)).toEqual([
      null,
      ...[null, furthest, null].map((until) => ({ until })),
    ]);
  });
});

test('a step is prepared and talked about, each said on its own', async () => {
  const person = await start();
  const step = (await planOf(person)).prescriptions[1]?.id ?? 0;
  await person.send(calls.prepareStep, { step, talked: true });
  expect((await planOf(person)).prescriptions[1]).toMatchObject({ talked: true });
  const talkedOn = today();
  await after(1, person);
  await person.send(calls.prepareStep, { step, prepared: true });
  expect((await planOf(person)).prescriptions[1]).toMatchObject({ talked: true });
  const days =
    'select talked_on::text as talked, prepared_on::text as prepared from prescription where id = $1';
  const preparedOn = today();
  expect(await api.query(days, [step])).toEqual([{ talked: talkedOn, prepared: preparedOn }]);
  await after(1, person);
  await person.send(calls.prepareStep, { step, talked: false });
  expect(await api.query(days, [step])).toEqual([{ talked: null, prepared: preparedOn }]);
  const other = await start();
  await expect(other.send(calls.prepareStep, { step, talked: true })).rejects.toMatchObject({
    code: 'not-found',
  });
});
