import type { EntityManager } from '../../platform/database/orm.ts';
import { type ActingEnd, endActing } from './end-acting.command.ts';

/** Ends every session of a member of staff, acting and a log-in that waits for its code included. */
export async function endStaffSessions(tx: EntityManager, staffId: string, end: ActingEnd): Promise<void> {
  await endActing(tx, { column: 'staff_id', value: staffId }, end);
  await tx.execute('delete from session where staff_id = ?', [staffId]);
}
