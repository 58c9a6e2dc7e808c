import { createHmac } from 'node:crypto';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { Reminder } from '@stepwise/shared-contracts/entities/reminder';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import type { EntityManager } from '../../../platform/database/orm.ts';
import type { Content } from '../../core/content/load-content.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { clockIn, timeZoneOf } from '../../people/participants/time-zone.ts';
import { DailyReminder, ReminderMessage } from './daily-reminder.entities.ts';

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

/** The choice as its participant sees it; undefined where there is none to make. */
export async function findReminder(
  { db, content }: Operation,
  participant: Participant,
): Promise<Reminder | undefined> {
  if (!hasReminders(content, participant)) return undefined;
  const choice = await db.findOne(DailyReminder, { participant: participant.id });
  if (!choice) return { hour: null, isPaused: false };
  return {
    hour: choice.hour,
    isPaused: (await countUnanswered(db, participant, choice)) > UNANSWERED_UNTIL_LAST,
  };
}

function countUnanswered(
  em: EntityManager,
  { id, lastRecord }: Participant,
  { fromDay }: DailyReminder,
): Promise<number> {
  const since = lastRecord && lastRecord >= fromDay ? { $gt: lastRecord } : { $gte: fromDay };
  return em.count(ReminderMessage, { participant: id, localDate: since });
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
  if (hour === null) await forgetReminder(db, participant.id);
  else {
    const clock = clockIn(timeZoneOf(participant, content), now);
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
    if (!choice || !(await forgetReminder(op.db, choice.participant))) return;
    await op.audit('reminder.stopped-by-link', choice.participant, { before: { hour: choice.hour } });
  });

/** Waits for a message that is being sent; none is sent after it. Returns how many choices there were. */
export const forgetReminder = (em: EntityManager, participantId: string): Promise<number> =>
  em.nativeDelete(DailyReminder, { participant: participantId });
