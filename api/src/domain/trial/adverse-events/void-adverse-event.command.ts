import { AppError, notAllowed } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { recordingOperation } from '../../data/data-locks/check-unlocked.ts';
import { addSignature, type Signing } from '../../people/signatures/signatures.ts';
import { lockAdverseEvent } from './adverse-event.commands.ts';
import type { AdverseEvent, AdverseEventVersion, VoidReason } from './adverse-event.entities.ts';

/**
 * Voids an adverse event that was recorded of the wrong person or twice: it stays with its versions and is counted nowhere.
 * Throws not-found, conflict where it is void already, and not-allowed for the author of a serious one.
 */
export const voidAdverseEvent = (
  op: Operation,
  id: string,
  { reason, signing }: { reason: VoidReason; signing: Signing },
): Promise<void> =>
  inTransaction(op, async (request) => {
    const { event, participant, newest } = await lockAdverseEvent(request.db, id);
    checkVoidable(event, newest, signing.staff);
    const op = await recordingOperation(request, participant.id);
    Object.assign(event, { voidedAt: op.now, voidedBy: signing.staff, voidReason: reason });
    await op.db.flush();
    await addSignature(op, signing, {
      ...{ kind: 'adverse-event-void', target: id, participant: participant.id },
      content: { event: id, version: newest.version, reason },
    });
    await op.audit('adverse-event.voided', participant.id, { after: { event: id, reason } });
  });

/** A serious event is not made to vanish by the one who wrote it. */
export function checkVoidable(event: AdverseEvent, newest: AdverseEventVersion, staffId: string): void {
  if (event.voidedAt) throw new AppError('conflict', 'This adverse event is void already.');
  if (newest.criteria.length > 0 && newest.staff === staffId)
    throw notAllowed('It is serious, and you wrote its newest version. Another member of the team voids it.');
}
