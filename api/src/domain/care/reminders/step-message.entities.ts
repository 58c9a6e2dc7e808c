import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';
import { REMINDER_OUTCOMES } from './daily-reminder.entities.ts';

/** What a participant chose of messages besides the daily hour. Without a row, messages about a step are sent. */
export const MessageChoice = defineEntity({
  name: 'MessageChoice',
  tableName: 'message_choice',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    stepMessages: p.boolean().default(true),
    /** Their own day on which they wanted no daily reminder. */
    declinedOn: p.date().nullable(),
    /** Names the choice in the link that ends the messages: a keyed hash, which discloses nothing. */
    stopToken: p.string().length(43).unique(),
  },
});
export type MessageChoice = InferEntity<typeof MessageChoice>;

export const STEP_MESSAGE_KINDS = ['announced', 'due'] as const;
export type StepMessageKind = (typeof STEP_MESSAGE_KINDS)[number];

/**
 * A message about the step planned for a day, at most one of a kind. The row is stored before anything is sent: one
 * without an outcome may have been sent or not.
 */
export const StepMessage = defineEntity({
  name: 'StepMessage',
  tableName: 'step_message',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    stepDay: p.date().primary(),
    kind: p.enum([...STEP_MESSAGE_KINDS]).primary(),
    markedAt: p.datetime(3),
    outcome: p.enum([...REMINDER_OUTCOMES]).nullable(),
  },
});
