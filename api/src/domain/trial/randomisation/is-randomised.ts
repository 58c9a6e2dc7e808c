import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';

/** Whether a participant has a place in the allocation. */
export async function isRandomised(em: EntityManager, participantId: string): Promise<boolean> {
  const allocation = await query(em)
    .selectFrom('allocation')
    .select('position')
    .where('participant_id', '=', participantId)
    .executeTakeFirst();
  return allocation !== undefined;
}
