import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

export const SetupAnswer = defineEntity({
  name: 'SetupAnswer',
  tableName: 'setup_answer',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    questionId: p.smallint().primary(),
    optionId: p.integer(),
  },
});
export type SetupAnswer = InferEntity<typeof SetupAnswer>;
