import { MINUTE_MS } from '../../../platform/modules/durations.ts';
import type { Operation } from '../operation/operation.ts';

/** Notices older than this have had the first tries of their job. */
export const missedUntil = ({ now }: Operation): Date => new Date(now.getTime() - 2 * MINUTE_MS);
