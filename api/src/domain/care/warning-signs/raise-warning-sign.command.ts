import { randomUUID } from 'node:crypto';
import type { Operation } from '../../core/operation/operation.ts';
import { WarningSign } from './warning-sign.entities.ts';

/**
 * Puts the day of a record with warning signs into the team's queue, in the transaction that saves the record. A day that
 * was dealt with waits again. The team's address is notified of what is new: a first sign, or a first one about self-harm.
 * The save succeeds without the job queue: `sendMissedWarningNotices` finds the sign.
 */
export async function raiseWarningSign(
  { db, jobs, now }: Operation,
  { participant, date, localDate }: { participant: string; date: string; localDate: string },
  symptoms: readonly { selfHarm: boolean }[],
): Promise<void> {
  const selfHarm = symptoms.some((symptom) => symptom.selfHarm);
  const known = await db.findOne(WarningSign, { participant, date, localDate });
  const isNew = !known || known.closedAt != null || (selfHarm && !known.selfHarm);
  const sign =
    known ??
    db.create(WarningSign, {
      id: randomUUID(),
      participant,
      date,
      localDate,
      selfHarm,
      raisedAt: now,
      newestAt: now,
    });
  sign.newestAt = now;
  sign.selfHarm ||= selfHarm;
  if (isNew) {
    if (sign.closedAt) sign.raisedAt = now;
    sign.closedAt = null;
    sign.notifiedAt = null;
  }
  await db.flush();
  if (isNew) await jobs.tryEnqueue(db, 'send-warning-notice', sign.id, now);
}
