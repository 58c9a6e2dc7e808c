import { defineEntity, p } from '@mikro-orm/core';

/** An address that wants one message in a month. The key is its keyed hash, so that a link can name it without telling it. */
export const MonthReminder = defineEntity({
  name: 'MonthReminder',
  tableName: 'month_reminder',
  properties: {
    addressHash: p.string().length(43).primary(),
    email: p.string().length(254),
    dueAt: p.datetime(3),
  },
});
