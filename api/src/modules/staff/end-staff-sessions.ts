import type { EntityManager } from '../../database/orm.ts';

/** Ends every session of a member of staff, acting and a log-in that waits for its code included. */
export async function endStaffSessions(tx: EntityManager, staffId: string): Promise<void> {
  await tx.execute('delete from session where staff_id = ?', [staffId]);
}
