import { describe, expect, test } from '@jest/globals';
import { courseOf } from '@stepwise/shared-contracts/course/course';
import { courseDoses } from '@stepwise/shared-contracts/course/course-doses';
import { questionsFor } from '@stepwise/shared-contracts/course/course-questions';
import { standingOf } from '@stepwise/shared-contracts/course/course-sheet';
import { addDays, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { DoseReport, Prescription } from '@stepwise/shared-contracts/entities/plan';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { doseInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { stepDay } from '@stepwise/shared-contracts/plan/next-dose';
import { countsFor, planSteps, presentedPlan } from '@stepwise/shared-contracts/plan/plan-steps';
import { type TrialStage, trialStage } from '@stepwise/shared-contracts/stage/trial-stage';
import { EMPTY_STATE } from '@stepwise/shared-contracts/store/participant-state';
import { buildAllData, buildRecord, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { fc, runs } from '@stepwise/tooling/testing/properties';
import { myCalendar } from '../../api/src/domain/care/documents/my-calendar.ts';
import { planList, stepsWithDay } from '../../mf-plan/src/schedule/plan-steps.ts';
import { doseStepsOf } from '../../mf-tracker/src/doses/dose-steps.ts';

const START = '2026-03-10';
const DOSES = [100, 75, 50, 25, 10, 0];
const prescriptions: Prescription[] = DOSES.map((dose, index) => {
  const date = addDays(START, index * 28);
  return {
    id: index + 1,
    date,
    planned: date,
    dose,
    note: '',
    days: index < DOSES.length - 1 ? 28 : 0,
    current: index === 0,
  };
});
const starting: DoseReport = {
  day: START,
  dose: 100,
  step: 1,
  kind: 'starting',
  reportedAt: `${START}T00:00:00.000Z`,
  reportedBy: 'participant',
  schedule: 11,
};

/** What a person tells on a day: the next step, the dose before, another one, the same, and whether they stay on it. */
const anyLife = fc.array(
  fc.record({
    gap: fc.integer({ min: 0, max: 45 }),
    takes: fc.constantFrom('next', 'before', 'other', 'same', 'stay'),
    stays: fc.option(fc.integer({ min: 0, max: 60 })),
  }),
  { maxLength: 14 },
);
type Life = typeof anyLife extends fc.Arbitrary<infer T> ? T : never;

function dataOf(life: Life, later: number): { data: AllData; today: string } {
  let reports = [starting];
  let day = START;
  for (const { gap, takes, stays } of life) {
    day = addDays(day, gap);
    const inForce = doseInForce(reports, day) ?? 0;
    const dose = {
      next: DOSES.find((each) => each < inForce) ?? 0,
      before: DOSES.findLast((each) => each > inForce) ?? inForce,
      other: inForce + 5,
      same: inForce,
      stay: inForce,
    }[takes];
    const isEarlier = (report: DoseReport) => report.day < day || report.kind === 'starting';
    const counts = countsFor(prescriptions, reports.filter(isEarlier), { day, dose, step: null });
    const stay = takes === 'stay' && { stay: { until: stays === null ? null : addDays(day, stays) } };
    const reportedAt = `${day}T12:00:00.${String(reports.length).padStart(3, '0')}Z`;
    reports = [
      ...reports,
      { day, dose, ...counts, reportedAt, reportedBy: 'participant', schedule: 11, ...stay },
    ];
  }
  const today = addDays(day, later);
  const data = buildAllData({
    user: buildUser({ homestep: HOME_STEP.timeline, randomise: true, consentAgree: true }),
    schedule: 11,
    prescriptions: presentedPlan(prescriptions, reports, today),
    doseReports: reports,
    records: [buildRecord({ date: START, localDate: START })],
  });
  return { data, today };
}

const text = (dose: number) => doseText(dose, 11, []);

/** The next dose and its day, `50 mg 2026-04-07`, as each place says it. A step that has no day is drawn and listed nowhere. */
function places({ data, today }: { data: AllData; today: string }) {
  const { doseReports } = data;
  const plan = data.prescriptions;
  const course = courseOf({ doses: courseDoses(data, today), records: data.records, today });
  const [question] = questionsFor(course, [{ text: '{next} on {date}' }], undefined);
  const list = planList(plan, doseReports, today).ahead;
  const listed = list.find(({ status }) => status !== 'taken');
  const steps = planSteps(plan, doseReports, today);
  const drawn = doseStepsOf(plan, doseReports, today).find(({ date }) => date > today);
  const stairs = stepsWithDay(plan, doseReports, today).find(({ date }) => date > today);
  const calendar = myCalendar(data, {
    productName: 'P',
    event: 'E',
    secret: 's',
    now: new Date(`${today}T00:00:00Z`),
    today,
  });
  return {
    plot: drawn && [text(drawn.dose), drawn.date],
    staircase: stairs && [text(stairs.dose), stairs.date],
    planPage: listed && [text(listed.dose), stepDay(list, listed)],
    sheet: standingOf(course).next,
    question,
    team: steps
      .filter(({ status }) => status === 'planned' || status === 'due')
      .map((step) => stepDay(steps, step))[0],
    calendar: /VALUE=DATE:(\d{8})/.exec(calendar)?.[1],
  };
}

function expectAgreement(stage: TrialStage, life: { data: AllData; today: string }): void {
  const { next } = stage;
  const said = places(life);
  const dose = next && text(next.step.dose);
  const day = next?.day ?? null;
  const tomorrow = addDays(life.today, 1);
  // What is due is drawn from tomorrow on: nothing stands as taken that was not reported.
  const drawn = day && [dose, next?.status === 'due' ? tomorrow : day];
  expect(said.plot ?? null).toEqual(drawn);
  expect(said.staircase ?? null).toEqual(drawn);
  expect(said.planPage).toEqual(next && [dose, day]);
  expect(said.sheet).toBe(day ? `${dose}, planned from ${formatDate(day)}` : 'None is planned');
  expect(said.question).toBe(day ? `${dose} on ${formatDate(day)}` : undefined);
  if (day) expect(said.team).toBe(day);
  expect(said.calendar).toBe(next?.status === 'planned' ? day?.replaceAll('-', '') : said.calendar);
}

describe('whatever a person reports', () => {
  test('every place names the same next dose and the same day', () => {
    fc.assert(
      fc.property(anyLife, fc.integer({ min: 0, max: 60 }), (given, later) => {
        const life = dataOf(given, later);
        const stage = trialStage({ ...EMPTY_STATE, ...life.data }, null, life.today);
        if (!stage) throw new Error('There is no stage.');
        expectAgreement(stage, life);
        const { next } = stage;
        const status = { 'step-due': 'due', staying: next?.status, 'gone-back': 'waiting' }[
          stage.stage as string
        ];
        expect([stage.stage, next?.status ?? 'none']).toEqual([
          stage.stage,
          status ?? (stage.stage === 'last-step-taken' ? 'none' : 'planned'),
        ]);
        if (stage.stage === 'staying')
          expect(stage.stayUntil === null || stage.stayUntil > life.today).toBe(true);
      }),
      { numRuns: runs(300, 10_000) },
    );
  });
});
