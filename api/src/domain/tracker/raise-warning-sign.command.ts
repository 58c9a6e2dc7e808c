import { randomUUID } from 'node:crypto';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import type { ParticipantRequest } from '../../participant-api/route/route.ts';
import type { DailyRecord } from './daily-record.entities.ts';
import type { Symptom } from './tracker-list.entities.ts';
import { WarningSign } from './warning-sign.entities.ts';

type Request = Pick<ParticipantRequest<Call>, 'em' | 'participant' | 'services' | 'now'>;

/**
 * Puts the day of a record with warning signs before the team, in the transaction that saves the record. A day that was
 * dealt with waits again. The team's address is told of what is new: a first sign, or a first one about self-harm. A job
 * queue that is away costs no record: `sendMissedNotices` finds the sign.
 */
export async function raiseWarningSign(
  { em, participant, services, now }: Request,
  { date, localDate }: Pick<DailyRecord, 'date' | 'localDate'>,
  symptoms: readonly Pick<Symptom, 'selfHarm'>[],
): Promise<void> {
  const selfHarm = symptoms.some((symptom) => symptom.selfHarm);
  const known = await em.findOne(WarningSign, { participant: participant.id, date });
  const isNew = !known || known.closedAt != null || (selfHarm && !known.selfHarm);
  const sign =
    known ??
    em.create(WarningSign, {
      id: randomUUID(),
      participant: participant.id,
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
  await em.flush();
  if (isNew) await services.jobs.tryEnqueue(em, 'send-warning-notice', sign.id, now);
}
