import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

/** A participant's choice of a message a day, on days without a record. Without a row there is none. */
export const DailyReminder = defineEntity({
  name: 'DailyReminder',
  tableName: 'daily_reminder',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    /** 0 to 23, on the participant's own clock. */
    hour: p.smallint(),
    /** Their own day from which this choice counts. */
    fromDay: p.date(),
    /** Names the choice in the link that ends it: a keyed hash, which discloses nothing and takes the secret to make. */
    stopToken: p.string().length(43).unique(),
  },
});
export type DailyReminder = InferEntity<typeof DailyReminder>;

export const REMINDER_KINDS = ['daily', 'last'] as const;
export const REMINDER_OUTCOMES = ['sent', 'failed'] as const;

/**
 * A reminder of a participant's own day, at most one. The row is stored before the mail server is asked: one without an
 * outcome may have been sent or not.
 */
export const ReminderMessage = defineEntity({
  name: 'ReminderMessage',
  tableName: 'reminder_message',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    localDate: p.date().primary(),
    kind: p.enum([...REMINDER_KINDS]),
    markedAt: p.datetime(3),
    outcome: p.enum([...REMINDER_OUTCOMES]).nullable(),
  },
});
