import type { FollowUp } from '../entities/follow-up.ts';

/** It can be filled in, and is asked for. */
export const isAskedFor = ({ state }: Pick<FollowUp, 'state'>): boolean =>
  state === 'due' || state === 'reminded';

/** Nothing of it is asked for any more. */
export const isClosed = ({ state }: Pick<FollowUp, 'state'>): boolean =>
  state !== 'planned' && !isAskedFor({ state });
