import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from './participant.entity.ts';

export const MAX_NOTE_LENGTH = 2000;

/** What a member of the team noted about a participant. Never changed: a correction is a note of its own. */
export const ParticipantNote = defineEntity({
  name: 'ParticipantNote',
  tableName: 'participant_note',
  properties: {
    /** Given with the form, so that a form sent twice is one note. */
    id: p.uuid().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    /** Without a foreign key: a note outlives the account of who wrote it. */
    staff: p.uuid().fieldName('staff_id'),
    at: p.datetime(3),
    /** Empty once the participant became anonymous. */
    text: p.string().length(MAX_NOTE_LENGTH),
  },
});
export type ParticipantNote = InferEntity<typeof ParticipantNote>;
