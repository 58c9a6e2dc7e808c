import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

/** What a participant took before randomisation, as options of the setup questions. No row until they answered. */
export const BaselineRow = defineEntity({
  name: 'Baseline',
  tableName: 'baseline',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    medicine: p.integer(),
    dose: p.integer(),
    duration: p.integer(),
    savedAt: p.datetime(3),
  },
});
export type BaselineRow = InferEntity<typeof BaselineRow>;
