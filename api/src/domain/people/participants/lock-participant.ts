import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { Participant } from './participant.entity.ts';

/**
 * The participant as they are now, whose row is locked until the transaction ends: of two changes to one person the
 * second waits and sees the first. Throws not-found.
 */
export async function lockParticipant(tx: EntityManager, id: string): Promise<Participant> {
  const participant = await findAndLockParticipant(tx, id);
  if (!participant) throw notFound();
  return participant;
}

/** As lockParticipant, or null where there is none. PostgreSQL prepares this query, unlike the ORM’s own. */
export async function findAndLockParticipant(tx: EntityManager, id: string): Promise<Participant | null> {
  const row = await query(tx)
    .selectFrom('participant')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ? tx.map(Participant, row) : null;
}
