import type { HomeStep } from '@stepwise/shared-contracts/entities/user';
import {
  PLAN_REJECTIONS,
  type PlanAction,
  type PlanRejection,
  type PlanState,
  planRejection,
  planState,
} from '@stepwise/shared-contracts/plan/plan-state';
import { readValues } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { checkUnlocked } from '../../data/data-locks/check-unlocked.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { selectIsStarted } from './is-started.ts';
import { planOf, selectPlan } from './prescriptions.ts';

const MESSAGES: Record<PlanRejection, string> = {
  'not-offered': 'The plan opens once the questionnaire is confirmed and you are in the reduction group.',
  'no-schedule': 'A schedule comes first.',
  started: 'Your plan has started. Please talk with your doctor and the research team about a change.',
  'dose-unknown': 'Report the dose taken now first. A plan goes on from there.',
  'no-waiting-step': 'No step waits for a new day.',
  'left-plan': 'You have left the plan. The research team can open it again.',
  withdrawn: 'Nothing new is recorded without your consent.',
  'team-only': 'Only the research team can do this.',
};

/** What of a participant the state of their plan follows from. */
type PlanOwner = Pick<
  Participant,
  'id' | 'homeStep' | 'randomise' | 'consentAgree' | 'scheduleId' | 'leftPlanOn'
>;

/** The state of a participant's plan on their own day. */
export async function findPlanState(
  { db, today }: Pick<Operation, 'db' | 'today'>,
  participant: PlanOwner,
): Promise<PlanState> {
  const { id, homeStep, randomise, consentAgree, scheduleId, leftPlanOn } = participant;
  const { plan, doseReports, isStarted } = await readValues(db, {
    ...selectPlan(id),
    isStarted: selectIsStarted(id),
  });
  return planState(
    {
      user: { randomise, consentAgree, homestep: homeStep as HomeStep, leftplan: leftPlanOn != null },
      schedule: scheduleId ?? null,
      isStarted: Boolean(isStarted),
      prescriptions: planOf(plan),
      doseReports,
    },
    today,
  );
}

const RUNNING: readonly PlanState[] = ['chosen', 'step-planned', 'step-due', 'step-waiting', 'dose-unknown'];

/** Steps are ahead, or a dose is to be asked for. */
export const isPlanRunning = async (...asked: Parameters<typeof findPlanState>): Promise<boolean> =>
  RUNNING.includes(await findPlanState(...asked));

/** What changes the plan as it was chosen. What a participant reports is never rejected by a lock (decision 150). */
const REJECTED_WHEN_LOCKED: readonly PlanAction[] = [
  'setupSaveOption',
  'saveSchedule',
  'saveDose',
  'saveMedcustom',
  'setStepDay',
];

/** The state of the participant's plan. Throws what the table of the plan's states gives for it, and DataLocked. */
export async function checkPlanAllows(
  op: Operation,
  participant: PlanOwner,
  action: PlanAction,
): Promise<PlanState> {
  if (REJECTED_WHEN_LOCKED.includes(action)) await checkUnlocked(op, participant.id);
  const actor = op.actor.startsWith('staff:') ? 'team' : 'participant';
  const state = await findPlanState(op, participant);
  const rejection = planRejection(action, state, actor);
  if (rejection) throw new AppError(PLAN_REJECTIONS[rejection], MESSAGES[rejection]);
  return state;
}
