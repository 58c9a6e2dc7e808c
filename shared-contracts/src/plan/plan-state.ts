import type { ErrorCode } from '../calls/errors.ts';
import type { PlanState } from './find-plan-state.ts';

// Apart from the table, which a page that only asks for the state need not load.
export { PLAN_STATES, type PlanFacts, type PlanState, planState } from './find-plan-state.ts';

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
/** A participant who has withdrawn sees the lists and cannot change them. */
const LIST_EDITS: Row = { ...LISTS, ended: each('withdrawn') };
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
  addActivity: LIST_EDITS,
  deleteActivity: LIST_EDITS,
  addSymptom: LIST_EDITS,
  deleteSymptom: LIST_EDITS,
  saveSymptom: LIST_EDITS,
  leavePlan: { ...LISTS, 'left-plan': each('left-plan'), ended: each('withdrawn') },
} as const satisfies Record<string, Row>;
export type PlanAction = keyof typeof PLAN_TABLE;
export const PLAN_ACTIONS = Object.keys(PLAN_TABLE) as PlanAction[];

/** Why it is rejected, or null where it is allowed. */
export const planRejection = (action: PlanAction, state: PlanState, actor: PlanActor): PlanRejection | null =>
  PLAN_TABLE[action][state][actor];
