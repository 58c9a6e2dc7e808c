import type { EntityManager } from '../../../platform/database/orm.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { nameFor, type Viewer } from '../../people/staff/viewer.ts';

/** What a viewer calls participants, by their ids; null for those who are no longer there. */
export async function findParticipantNames(
  em: EntityManager,
  ids: readonly string[],
  viewer: Viewer,
): Promise<(id: string) => string | null> {
  const participants = await em.find(Participant, { id: [...new Set(ids)] });
  const names = new Map(participants.map((each) => [each.id, nameFor(viewer, each)]));
  return (id) => names.get(id) ?? null;
}
