import { createHmac } from 'node:crypto';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { Reminder } from '@stepwise/shared-contracts/entities/reminder';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { type RawBuilder, sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import type { Content } from '../../core/content/load-content.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { clockIn, timeZoneOf } from '../../people/participants/time-zone.ts';
import { DailyReminder } from './daily-reminder.entities.ts';
import { MessageChoice } from './step-message.entities.ts';
import { ensureMessageChoice } from './step-messages.ts';

export const STOP_DAILY_REMINDER = '/account/daily-reminder';

/** Messages without a record since. After these comes a last one, then none until the next record. */
export const UNANSWERED_UNTIL_LAST = 4;

/** Whether the protocol sends reminders and the participant has check-ups to be reminded of. */
export const hasReminders = (
  { mail }: Content,
  {
    randomise,
    homeStep,
    consentAgree,
    leftPlanOn,
  }: Pick<Participant, 'randomise' | 'homeStep' | 'consentAgree' | 'leftPlanOn'>,
): boolean =>
  mail.dailyReminder !== undefined &&
  randomise &&
  homeStep === HOME_STEP.timeline &&
  consentAgree &&
  !leftPlanOn;

interface Asks {
  participant: Participant;
  /** The device that asks; none where staff act. */
  device: string | undefined;
}

interface Choices {
  hour: number | null;
  /** Messages since the last record, of those that this choice sends. */
  unanswered: number;
  steps: boolean | null;
  declinedOn: string | null;
  publicKey: string | null;
  isOn: boolean;
}

/** What a participant chose, and of the device that asks: a value for `readValues`. */
export const selectReminder = ({
  participant: { id, lastRecord = null },
  device,
}: Asks): RawBuilder<Choices> => sql`(
  select json_build_object(
    'hour', r.hour,
    'unanswered', (select count(*) from reminder_message m
      where m.participant_id = r.participant_id and m.local_date >= r.from_day
        and (${lastRecord}::date is null or m.local_date > ${lastRecord}::date)),
    'steps', c.step_messages,
    'declinedOn', c.declined_on,
    'publicKey', (select public_key from push_key),
    'isOn', exists (select 1 from push_subscription where device_id = ${device ?? null}::uuid))
  from (select ${id}::uuid as id) one
    left join daily_reminder r on r.participant_id = one.id
    left join message_choice c on c.participant_id = one.id)`;

/** The choices as their participant sees them on a device; undefined where there are none to make. */
export function presentReminder(
  content: Content,
  { participant, device }: Asks,
  { hour, unanswered, steps, declinedOn, publicKey, isOn }: Choices,
): Reminder | undefined {
  if (!hasReminders(content, participant)) return undefined;
  return {
    hour,
    isPaused: unanswered > UNANSWERED_UNTIL_LAST,
    ...(content.mail.stepMessages && { stepMessages: steps ?? true }),
    declinedOn,
    ...(device && publicKey && { push: { publicKey, isOn } }),
  };
}

/**
 * Chooses a message a day at an hour (0 to 23) of the participant's own clock, or none by null. An hour that has passed
 * today counts from tomorrow. Choosing again after a pause starts the count again.
 */
export async function chooseReminder(
  op: Operation,
  participant: Participant,
  hour: number | null,
  linkSecret: string,
): Promise<void> {
  const { db, content, now } = op;
  const before = await db.findOne(DailyReminder, { participant: participant.id });
  const clock = clockIn(timeZoneOf(participant, content), now);
  if (hour === null) {
    await db.nativeDelete(DailyReminder, { participant: participant.id });
    await ensureMessageChoice(db, participant.id, linkSecret);
    await db.nativeUpdate(MessageChoice, { participant: participant.id }, { declinedOn: clock.today });
  } else {
    await db.upsert(DailyReminder, {
      participant: participant.id,
      hour,
      fromDay: clock.hour < hour ? clock.today : addDays(clock.today, 1),
      stopToken: stopTokenOf(linkSecret, participant.id),
    });
  }
  await op.audit('reminder.chosen', participant.id, {
    before: { hour: before?.hour ?? null },
    after: { hour },
  });
}

const stopTokenOf = (secret: string, participantId: string): string =>
  createHmac('sha256', secret).update(`daily-reminder ${participantId}`).digest('base64url');

/** Ends the reminders that the token of a message's link names. A token that names none changes nothing. */
export const stopReminderByLink = (op: Operation, stopToken: string): Promise<void> =>
  inTransaction(op, async (op) => {
    const choice = await op.db.findOne(DailyReminder, { stopToken });
    // Of two that press at once, one has ended it.
    if (!choice || !(await op.db.nativeDelete(DailyReminder, { stopToken }))) return;
    await op.audit('reminder.stopped-by-link', choice.participant, { before: { hour: choice.hour } });
  });

/** Waits for a message that is being sent; none is sent after it, but where a plan goes on again. */
export async function forgetReminder(em: EntityManager, participantId: string): Promise<void> {
  await em.nativeDelete(DailyReminder, { participant: participantId });
  // Who wants no messages about steps has said so for good.
  await em.nativeDelete(MessageChoice, { participant: participantId, stepMessages: true });
}
