import { csvLine } from '../../../platform/csv/csv.ts';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { readStudyIdKey, studyIdOf } from '../../people/participants/study-id.ts';
import { findRandomisations } from './find-randomisations.ts';

const COLUMNS = ['stratum', 'position', 'arm', 'drawn_at', 'study_id', 'audit_event_hash'];

/**
 * Every randomisation as CSV, for the statistician who replays the lists: by stratum, in order, under study ids. It has
 * no seed and nothing of a place that is still free.
 */
export async function reportRandomisations(em: EntityManager): Promise<string> {
  const key = await readStudyIdKey(em);
  const { allocations } = await findRandomisations(em);
  return [
    csvLine(COLUMNS),
    ...allocations.map(({ stratum, position, arm, drawnAt, participantId, event }) =>
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
