import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { CATEGORIES } from '@stepwise/shared-contracts/entities/tracker';
import { Participant } from '../../people/participants/participant.entity.ts';

/** An item taken off its list keeps its row, so that days already recorded can name it. */
export const Activity = defineEntity({
  name: 'Activity',
  tableName: 'activity',
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    text: p.string().length(200),
    removedAt: p.datetime(3).nullable(),
  },
});
export type Activity = InferEntity<typeof Activity>;

export const Symptom = defineEntity({
  name: 'Symptom',
  tableName: 'symptom',
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    text: p.string().length(200),
    category: p.enum([...CATEGORIES]),
    redflag: p.boolean().default(false),
    selfHarm: p.boolean().default(false),
    removedAt: p.datetime(3).nullable(),
  },
});
export type Symptom = InferEntity<typeof Symptom>;
