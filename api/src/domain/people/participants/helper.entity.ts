import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from './participant.entity.ts';

/** The contact of a participant's doctor (or nurse) or support person. */
export const Helper = defineEntity({
  name: 'Helper',
  tableName: 'helper',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    kind: p.enum(['doctor', 'support'] as const).primary(),
    name: p.string().length(150),
    phone: p.string().length(40),
    email: p.string().length(254).default(''),
  },
});
export type Helper = InferEntity<typeof Helper>;
