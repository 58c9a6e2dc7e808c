import { createHash } from 'node:crypto';
import { csvLine } from '../../../platform/csv/csv.ts';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { readStudyIdKey, studyIdOf } from '../../people/participants/study-id.ts';

export interface LinkageFile {
  csv: string;
  people: number;
  /** Of the CSV, in hex. */
  sha256: string;
}

/**
 * The file that links ids: of each participant who gave consent, theirs in the export and theirs in the questionnaires, in
 * the order of the first. Anonymous people have none in the questionnaires.
 */
export async function makeLinkageFile(em: EntityManager): Promise<LinkageFile> {
  const key = await readStudyIdKey(em);
  const people = await query(em)
    .selectFrom('participant as p')
    .select(['p.id', 'p.study_id as followUpId'])
    .where('p.study_id', 'is not', null)
    .where((of) =>
      of.exists(of.selectFrom('consent as c').select('c.id').whereRef('c.participant_id', '=', 'p.id')),
    )
    .execute();
  const rows = people
    .map(({ id, followUpId }) => [studyIdOf(key, id), followUpId ?? ''])
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const csv = [['study_id', 'follow_up_id'], ...rows].map(csvLine).join('');
  return { csv, people: rows.length, sha256: createHash('sha256').update(csv).digest('hex') };
}
