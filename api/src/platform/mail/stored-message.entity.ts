import { defineEntity, p } from '@mikro-orm/core';

/** A message of the demonstration, which sends none: stored to be read at /account/demonstration-mail. */
export const StoredMessage = defineEntity({
  name: 'StoredMessage',
  tableName: 'kept_message',
  properties: {
    id: p.integer().primary(),
    recipient: p.string().length(254),
    subject: p.string().length(500),
    body: p.text(),
    keptAt: p.datetime(3),
  },
});
