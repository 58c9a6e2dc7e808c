import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { SourceVerification } from './correction.entities.ts';
import { findValue, type ValueName } from './find-values.ts';

/** Marks a value as compared with its source. Marking it again changes nothing. Throws not-found, and conflict where it changed. */
export const verifyValue = (
  op: Operation,
  participant: string,
  { kind, target, field, value, staffId }: ValueName & { value: string; staffId: string },
): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    await lockParticipant(db, participant);
    const name = { participant, kind, target, field };
    const known = await findValue(op, participant, name);
    if (!known) throw notFound();
    if (known.value !== value)
      throw new AppError('conflict', 'The value changed since you opened it. Compare it again.');
    if ((await db.count(SourceVerification, { ...name, value, removedAt: null })) > 0) return;
    db.create(SourceVerification, { ...name, value, staff: staffId, at: now });
    await db.flush();
    await op.audit('value.verified', participant, { after: { kind, target, field, value } });
  });
