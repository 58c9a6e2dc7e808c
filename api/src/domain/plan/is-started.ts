import type { EntityManager } from '../../platform/database/orm.ts';
import { query } from '../../platform/database/query.ts';

/** A plan has started with the participant's first daily record. */
export async function isStarted(em: EntityManager, participantId: string): Promise<boolean> {
  await em.flush();
  const first = await query(em)
    .selectFrom('daily_record')
    .select('id')
    .where('participant_id', '=', participantId)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}
