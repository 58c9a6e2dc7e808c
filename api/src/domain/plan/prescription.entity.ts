import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../participants/participant.entity.ts';

/** One dated step of a participant's plan: `dose` mg a day from `date` on, for `days` days (0 on the last). */
export const Prescription = defineEntity({
  name: 'Prescription',
  tableName: 'prescription',
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    date: p.date(),
    dose: p.decimal('number').precision(6).scale(2),
    note: p.string().length(2000).default(''),
    days: p.smallint(),
  },
});
export type Prescription = InferEntity<typeof Prescription>;
