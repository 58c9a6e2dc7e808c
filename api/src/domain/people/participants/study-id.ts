import { createHmac } from 'node:crypto';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';

/** The secret that study ids are made with. It was made with its table, and lies in the database only. */
export async function readStudyIdKey(em: EntityManager): Promise<string> {
  const row = await query(em).selectFrom('study_id_key').select('key').executeTakeFirst();
  if (!row) throw new Error('The database has no key for study ids.');
  return row.key;
}

/**
 * The id under which a participant appears outside the product: the same each time, and no way back without the key. It
 * starts with a letter, so that no spreadsheet takes it for a number.
 */
export const studyIdOf = (key: string, participantId: string): string =>
  `S${createHmac('sha256', key).update(participantId).digest('hex').slice(0, 16)}`;
