import { Helper } from '../../domain/people/participants/helper.entity.ts';
import { maskNames } from '../../domain/people/participants/mask-names.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import type { StaffRequest } from './staff-request.ts';

/** A text that the team wrote about a participant, as the viewer reads it. */
export type TeamText = (participantId: string, text: string) => string;

/** Those who see no names read what the team wrote about these participants without the names that are known. */
export async function findTeamTexts(
  { op, viewer }: StaffRequest,
  participants: readonly string[],
): Promise<TeamText> {
  if (viewer.names) return (_participantId, text) => text;
  const ids = [...new Set(participants)];
  const names = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { id, firstName, lastName } of await op.db.find(Participant, { id: ids }))
    names.get(id)?.push(firstName, lastName);
  for (const { participant, name } of await op.db.find(Helper, { participant: ids }))
    names.get(participant)?.push(name);
  return (participantId, text) => maskNames(text, names.get(participantId) ?? []);
}
