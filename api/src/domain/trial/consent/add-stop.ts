import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { StopReason } from '@stepwise/shared-contracts/entities/stop';
import type { Operation } from '../../core/operation/operation.ts';
import type { CarriedOutBy } from '../../people/participants/carried-out-by.ts';
import { Stop, type StopDegree } from '../../people/participants/stop.entity.ts';

/** Keeps what a participant stopped, with the day in the trial's time zone, which it returns. */
export function addStop(
  { db, content, now }: Operation,
  participant: string,
  degree: StopDegree,
  { reason, carriedOutBy }: { reason: StopReason; carriedOutBy: CarriedOutBy },
): string {
  const stoppedOn = localDate(now, content.product.timeZone);
  db.create(Stop, { participant, degree, reason, carriedOutBy, stoppedOn, stoppedAt: now });
  return stoppedOn;
}
