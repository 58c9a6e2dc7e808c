import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

/** Why the team expects nothing more of a participant whose plan runs or whose follow-ups are open. */
export const CLOSURE_REASONS = {
  lost: 'Lost: they could not be reached',
  died: 'They died',
  ended: 'The trial ended for them',
} as const;
export type ClosureReason = keyof typeof CLOSURE_REASONS;

/** The team closed a participant's part in the trial: follow-ups end, and their data may be locked. In force until it is reopened. */
export const Closure = defineEntity({
  name: 'Closure',
  tableName: 'closure',
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    reason: p.enum(Object.keys(CLOSURE_REASONS) as ClosureReason[]),
    /** The day in the trial's time zone. */
    closedOn: p.date(),
    closedAt: p.datetime(3),
    /** Without foreign keys: a closure outlives the accounts of who made and reopened it. */
    closedBy: p.uuid(),
    reopenedAt: p.datetime(3).nullable(),
    reopenedBy: p.uuid().nullable(),
  },
});
export type Closure = InferEntity<typeof Closure>;
