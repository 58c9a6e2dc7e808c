import * as calls from '@stepwise/shared-contracts/calls/follow-up.calls';
import { completeFollowUp } from '../../domain/trial/follow-ups/complete-follow-up.command.ts';
import { forSaving } from '../route/route.ts';

export const followUpRoutes = {
  followUpDone: forSaving(calls.followUpDone, [], async ({ op, participant, body }) => {
    await completeFollowUp(op, participant.id, body);
    return { status: 204 };
  }),
};
