import { MINUTE_MS } from '../../../platform/modules/durations.ts';
import type { Operation } from '../operation/operation.ts';

/** A notice of before this instant has had its job's first tries. */
export const missedUntil = ({ now }: Operation): Date => new Date(now.getTime() - 2 * MINUTE_MS);
