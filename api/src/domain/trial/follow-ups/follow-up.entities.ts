import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { CARRIED_OUT_BY } from '../../people/participants/carried-out-by.ts';
import { Participant } from '../../people/participants/participant.entity.ts';

/** A follow-up questionnaire that was done, by the months from randomisation. Who said so is kept. */
export const FollowUpDone = defineEntity({
  name: 'FollowUpDone',
  tableName: 'follow_up_done',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    months: p.smallint().primary(),
    /** The day in the trial's time zone. */
    doneOn: p.date(),
    reportedAt: p.datetime(3),
    reportedBy: p.enum([...CARRIED_OUT_BY]),
    /** The member of the team who said so, or acted. Without a foreign key: it outlives their account. */
    staff: p.uuid().fieldName('staff_id').nullable(),
  },
});
export type FollowUpDone = InferEntity<typeof FollowUpDone>;

/**
 * A message that reminds of a follow-up, by the days after the day that is due. The row is there before the message is
 * sent, and `sentAt` is stored once the mail server has taken it: a message may come twice, and comes at least once.
 */
export const FollowUpReminder = defineEntity({
  name: 'FollowUpReminder',
  tableName: 'follow_up_reminder',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    months: p.smallint().primary(),
    day: p.smallint().primary(),
    sentAt: p.datetime(3).nullable(),
  },
});
export type FollowUpReminder = InferEntity<typeof FollowUpReminder>;

export const CHANNELS = { phone: 'Phone', email: 'Email', text: 'Text message', letter: 'Letter' } as const;
export const ATTEMPT_OUTCOMES = {
  'will-do-it': 'Reached them, they will do it',
  'needs-help': 'Reached them, they need help with it',
  'does-not-want': 'Reached them, they do not want to do it',
  'message-left': 'Left a message',
  'not-reached': 'Did not reach them',
  'wrong-contact': 'The number or address is wrong',
} as const;
export const MAX_ATTEMPT_NOTE_LENGTH = 500;

/** How the team tried to reach a participant about a follow-up. Never changed. */
export const ContactAttempt = defineEntity({
  name: 'ContactAttempt',
  tableName: 'contact_attempt',
  properties: {
    /** Given with the form, so that a form sent twice is one attempt. */
    id: p.uuid().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    months: p.smallint(),
    channel: p.enum(Object.keys(CHANNELS) as (keyof typeof CHANNELS)[]),
    outcome: p.enum(Object.keys(ATTEMPT_OUTCOMES) as (keyof typeof ATTEMPT_OUTCOMES)[]),
    /** Empty where nothing was noted, and once the participant became anonymous. */
    note: p.string().length(MAX_ATTEMPT_NOTE_LENGTH),
    at: p.datetime(3),
    /** Without a foreign key: an attempt outlives the account of who made it. */
    staff: p.uuid().fieldName('staff_id'),
  },
});
export type ContactAttempt = InferEntity<typeof ContactAttempt>;
