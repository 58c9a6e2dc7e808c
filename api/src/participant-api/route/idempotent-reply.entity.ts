import { defineEntity, p } from '@mikro-orm/core';
import { Participant } from '../../domain/people/participants/participant.entity.ts';

/** The answer a save got, so that its repeat gets the same one and changes nothing. */
export const IdempotentReply = defineEntity({
  name: 'IdempotentReply',
  tableName: 'idempotent_reply',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    key: p.string().length(64).primary(),
    path: p.string().length(60),
    status: p.smallint(),
    body: p.json<unknown>().nullable(),
    repliedAt: p.datetime(3).index(),
  },
});
