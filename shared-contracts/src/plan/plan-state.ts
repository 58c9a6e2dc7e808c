import type { ErrorCode } from '../calls/errors.ts';
import type { DoseReport, Prescription } from '../entities/plan.ts';
import { HOME_STEP, type User } from '../entities/user.ts';
import { doseInForce } from './dose-reports.ts';
import { planCourse } from './plan-course.ts';

/**
 * The states of a participant's plan, in the order they are passed. See decision 50.
 * - `not-offered`: the questionnaire is not confirmed, or the participant is not in the reduction arm.
 * - `setting-up`: no schedule is saved yet. - `chosen`: one is; the first daily record starts the plan.
 * - `step-planned`, `step-due`, `step-waiting`: started; how the next step stands (see `CourseStep`).
 * - `dose-unknown`: started, and the last dose is only assumed. - `last-step-taken`: started, and no step is left.
 * - `left-plan`: the participant left the plan and stays in the follow-up. The team can bring the earlier state back.
 * - `ended`: the participant withdrew their consent. Agreeing again brings the earlier state back.
 */
export const PLAN_STATES = [
  'not-offered',
  'setting-up',
  'chosen',
  'step-planned',
  'step-due',
  'step-waiting',
  'dose-unknown',
  'last-step-taken',
  'left-plan',
  'ended',
] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** Who acts: the participant, or a member of the team, acting for them or on the team's pages. */
export const PLAN_ACTORS = ['participant', 'team'] as const;
export type PlanActor = (typeof PLAN_ACTORS)[number];

/** Why something is rejected, with its typed error. */
export const PLAN_REJECTIONS = {
  'not-offered': 'not-yet',
  'no-schedule': 'not-yet',
  started: 'not-allowed',
  'dose-unknown': 'not-yet',
  'no-waiting-step': 'not-yet',
  'left-plan': 'not-yet',
  withdrawn: 'not-yet',
  'team-only': 'not-allowed',
} as const satisfies Record<string, ErrorCode>;
export type PlanRejection = keyof typeof PLAN_REJECTIONS;

/** Null where it is allowed. */
type Cell = Record<PlanActor, PlanRejection | null>;
type Row = Record<PlanState, Cell>;

const each = (rejection: PlanRejection | null): Cell => ({ participant: rejection, team: rejection });
const ALLOWED = each(null);

const started = (cell: Cell) => ({
  'step-planned': cell,
  'step-due': cell,
  'step-waiting': cell,
  'dose-unknown': cell,
  'last-step-taken': cell,
});
/** What is there as soon as the plan is offered, and stays. */
const LISTS: Row = {
  'not-offered': each('not-offered'),
  'setting-up': ALLOWED,
  chosen: ALLOWED,
  ...started(ALLOWED),
  'left-plan': ALLOWED,
  ended: ALLOWED,
};
/** A participant chooses until the plan has started. Then the team changes it, from a dose that is known. */
const CHOICE: Row = {
  ...LISTS,
  ...started({ participant: 'started', team: null }),
  'dose-unknown': { participant: 'started', team: 'dose-unknown' },
  'left-plan': each('left-plan'),
  ended: each('withdrawn'),
};
const CHANGE: Row = { ...CHOICE, 'setting-up': each('no-schedule') };
const REPORT: Row = {
  ...LISTS,
  'setting-up': each('no-schedule'),
  'left-plan': each('left-plan'),
  ended: each('withdrawn'),
};

const byTeam = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([state, { team }]) => [state, { participant: 'team-only', team }]),
  ) as Row;

/**
 * Who may do what in each state of the plan, and why the others may not: a row for each call that concerns the plan, and
 * for what the team does on a participant's page (`setStepDay`). No job and no command of the operator changes a plan.
 */
export const PLAN_TABLE = {
  setupSaveOption: CHOICE,
  setupScore: LISTS,
  saveSchedule: CHOICE,
  saveDose: CHANGE,
  saveMedcustom: byTeam(CHANGE),
  setStepDay: byTeam({
    ...CHANGE,
    chosen: each('no-waiting-step'),
    ...started(each('no-waiting-step')),
    'step-waiting': ALLOWED,
  }),
  /** The first one starts the plan. */
  saveRecord: REPORT,
  reportDose: REPORT,
  saveStrengths: REPORT,
  prepareStep: REPORT,
  /** Someone who left the plan or withdrew may still need help. */
  askAboutDose: { ...REPORT, 'left-plan': ALLOWED, ended: ALLOWED },
  addActivity: LISTS,
  deleteActivity: LISTS,
  addSymptom: LISTS,
  deleteSymptom: LISTS,
  saveSymptom: LISTS,
  leavePlan: { ...LISTS, 'left-plan': each('left-plan'), ended: each('withdrawn') },
} as const satisfies Record<string, Row>;
export type PlanAction = keyof typeof PLAN_TABLE;
export const PLAN_ACTIONS = Object.keys(PLAN_TABLE) as PlanAction[];

/** Why it is rejected, or null where it is allowed. */
export const planRejection = (action: PlanAction, state: PlanState, actor: PlanActor): PlanRejection | null =>
  PLAN_TABLE[action][state][actor];

export interface PlanFacts {
  user: Pick<User, 'randomise' | 'homestep' | 'consentAgree' | 'leftplan'>;
  /** The id of the schedule chosen, or null. */
  schedule: number | null;
  /** The first daily record is there. */
  isStarted: boolean;
  prescriptions: readonly Prescription[];
  /** Earlier servers send none. */
  doseReports?: readonly DoseReport[] | undefined;
}

/** The state of a plan on the person's own day (`YYYY-MM-DD`). */
export function planState(
  { user, schedule, isStarted, prescriptions, doseReports }: PlanFacts,
  today: string,
): PlanState {
  if (!user.randomise || user.homestep < HOME_STEP.plan) return 'not-offered';
  if (!user.consentAgree) return 'ended';
  if (user.leftplan) return 'left-plan';
  if (schedule === null) return 'setting-up';
  if (!isStarted) return 'chosen';
  if (doseReports && doseInForce(doseReports, today) === null) return 'dose-unknown';
  for (const { status } of planCourse(prescriptions, doseReports, today)) {
    if (status !== 'taken' && status !== 'passed') return `step-${status}`;
  }
  return 'last-step-taken';
}
