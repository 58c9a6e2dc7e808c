import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import type { Erasure } from './erased-ids.ts';
import { withdrawParticipant } from './withdraw.command.ts';

/**
 * After a restore, erases again whom the list names and the back-up brought back, each in a transaction of its own. Returns
 * how many. Doing it again changes nothing.
 */
export async function repeatErasures(op: Operation, erasures: readonly Erasure[]): Promise<number> {
  let repeated = 0;
  for (const { id, choice, at } of erasures) {
    const own = { ...op, db: op.db.fork() };
    if ((await own.db.count(Participant, { id })) === 0) continue;
    await inTransaction(own, async (op) => {
      const participant = await lockParticipant(op.db, id);
      // The day on which they stopped counts in the trial's numbers, and the receipt is of their choice.
      const then = { ...op, now: new Date(at) };
      await withdrawParticipant(then, participant, choice, { carriedOutBy: 'team' });
    });
    repeated += 1;
  }
  return repeated;
}
