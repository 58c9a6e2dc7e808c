import type { FollowUp } from '../entities/follow-up.ts';

/** It can be filled in, and is asked for. */
export const isAskedFor = ({ state }: Pick<FollowUp, 'state'>): boolean =>
  state === 'due' || state === 'reminded';

/** Nothing of it is asked for any more. */
const isClosed = ({ state }: Pick<FollowUp, 'state'>): boolean =>
  state !== 'planned' && !isAskedFor({ state });

/** The trial is over for a person once each of their follow-ups is closed. */
export const isTrialOver = (followUps: readonly Pick<FollowUp, 'state'>[] | undefined): boolean =>
  followUps !== undefined && followUps.length > 0 && followUps.every(isClosed);
