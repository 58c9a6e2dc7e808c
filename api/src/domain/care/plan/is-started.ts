import type { EntityManager } from '../../../platform/database/orm.ts';
import { readValues, subquery } from '../../../platform/database/query.ts';

/** Whether a participant's plan has started, which their first daily record does; a value for `readValues`. */
export const selectIsStarted = (participant: string) =>
  subquery.exists(subquery.selectFrom('daily_record').select('id').where('participant_id', '=', participant));

export const isStarted = async (em: EntityManager, participant: string): Promise<boolean> =>
  Boolean((await readValues(em, { isStarted: selectIsStarted(participant) })).isStarted);
