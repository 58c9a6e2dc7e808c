import { defineEntity, p } from '@mikro-orm/core';
import { Participant } from '../participants/participant.entity.ts';

/** The former address of an account, which is notified of the change. Erased once the message is sent. */
export const EmailChangeNotice = defineEntity({
  name: 'EmailChangeNotice',
  tableName: 'email_change_notice',
  properties: {
    id: p.uuid().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    email: p.string().length(254),
    changedAt: p.datetime(3),
  },
});
