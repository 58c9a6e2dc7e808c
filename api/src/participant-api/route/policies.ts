import { allCalls, type CallName } from '@stepwise/shared-contracts/calls/all-calls';
import { PLAN_ACTIONS } from '@stepwise/shared-contracts/plan/plan-state';
import { checkPlanAllows } from '../../domain/care/plan/plan-state.ts';
import { notAllowed, notYet } from '../../platform/errors/app-error.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import type { Policy } from './route.ts';

/** Rejects what only the participant may do. */
export const notWhileActing: Policy = ({ op }) => {
  if (op.onBehalfOf) throw notAllowed('Only the participant can do this.');
};

/** Rejects a consent in a session that has shown an unreleased version of the app, which could give it by itself. */
export const notInPreview: Policy = ({ ctx }) => {
  if (sessionOf(ctx).preview)
    throw notAllowed('This browser has shown an unreleased version. Log in again to give consent.');
};

export const onlyWhileActing: Policy = ({ op }) => {
  if (!op.onBehalfOf) throw notAllowed('Only the research team can do this.');
};

/** Rejects what needs the consent of a participant who withdrew it, at any step. */
export const whileAgreed: Policy = ({ participant }) => {
  if (!participant.consentAgree) throw notYet('Nothing new is recorded without your consent.');
};

/** Rejects what the state of the participant's plan does not allow by the call's row of the table. */
export const byPlanState: Policy = async ({ call, op, participant }) => {
  const row = PLAN_ACTIONS.find((action) => action in allCalls && allCalls[action as CallName] === call);
  if (!row) throw new Error(`The table of plan states has no row for ${call.path}.`);
  await checkPlanAllows(op, participant, row);
};
