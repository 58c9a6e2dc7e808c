import type { EntityManager } from '../../database/orm.ts';
import { csvLine } from '../export/csv.ts';
import { readStudyIdKey, studyIdOf } from '../export/study-id.ts';
import { findDraws } from './find-draws.ts';

const COLUMNS = ['stratum', 'position', 'arm', 'drawn_at', 'study_id', 'audit_event_hash'];

/**
 * Every draw as CSV, for the statistician who replays the lists: by stratum, in the order drawn, under study ids. It holds
 * no seed and nothing of a place that is still free.
 */
export async function reportDraws(em: EntityManager): Promise<string> {
  const key = await readStudyIdKey(em);
  const { draws } = await findDraws(em);
  return [
    csvLine(COLUMNS),
    ...draws.map(({ stratum, position, arm, drawnAt, participantId, event }) =>
      csvLine([
        stratum,
        position,
        arm,
        drawnAt.toISOString(),
        participantId && studyIdOf(key, participantId),
        event?.hash ?? null,
      ]),
    ),
  ].join('');
}
