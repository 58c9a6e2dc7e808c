import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

/** A participant asked to talk about a dose. It waits in the team's list until a member of the team closes it. */
export const DoseQuestion = defineEntity({
  name: 'DoseQuestion',
  tableName: 'dose_question',
  properties: {
    id: p.uuid().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade'),
    reason: p.enum(['too-hard', 'talk']),
    /** The person's own day. */
    day: p.date(),
    askedAt: p.datetime(3),
    closedAt: p.datetime(3).nullable(),
    /** The member of the team. */
    closedBy: p.uuid().nullable(),
  },
});
export type DoseQuestion = InferEntity<typeof DoseQuestion>;
