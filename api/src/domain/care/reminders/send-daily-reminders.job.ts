import { LockMode } from '@mikro-orm/core';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { hasCheckUps } from '@stepwise/shared-contracts/stage/trial-stage';
import type { Mailing } from '../../core/mail/mailing.ts';
import { sendEach } from '../../core/mail/send-each.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { clockIn } from '../../people/participants/time-zone.ts';
import { DailyReminder, ReminderMessage } from './daily-reminder.entities.ts';
import { forgetReminder, STOP_DAILY_REMINDER, UNANSWERED_UNTIL_LAST } from './daily-reminders.ts';
import { deliverReminder } from './deliver-reminder.ts';
import { findStage } from './find-stage.ts';

/** A message later than this, in hours after its own, is not sent. */
const LATE_HOURS = 3;

interface DueReminder {
  participant: string;
  localDate: string;
  kind: 'daily' | 'last';
}

/**
 * Sends the reminders that are due. Each is marked as sent before the mail server is asked, so that none is sent twice:
 * where the process ends in between, its outcome stays unknown. One that the mail server rejects holds up no other. The
 * choice of someone for whom the trial has ended is deleted.
 */
export async function sendDailyReminders(
  op: Operation,
  mailing: Mailing,
  hasTrialEnded: (op: Operation, participant: string) => Promise<boolean>,
): Promise<void> {
  if (!op.content.mail.dailyReminder) return;
  await sendEach(await findDue(op), async (due) => {
    if (await hasTrialEnded(op, due.participant)) await forgetReminder(op.db, due.participant);
    else if (await mark(op, due)) await send(op, due, mailing);
  });
}

async function findDue({ db, content, now }: Operation): Promise<DueReminder[]> {
  const zoneOf = `coalesce(p.time_zone, p.device_time_zone, ?)`;
  const trialZone = content.product.timeZone;
  const zones = await db.execute<{ zone: string }[]>(
    `select distinct ${zoneOf} as zone from daily_reminder r join participant p on p.id = r.participant_id`,
    [trialZone],
  );
  // The clocks of this process, not the database's, have each zone that a device may name.
  const clocks = zones.map(({ zone }) => ({ zone, ...clockIn(zone, now) }));
  const rows = await db.execute<(Omit<DueReminder, 'kind'> & { unanswered: number })[]>(
    `select r.participant_id as participant, c.today::text as "localDate", m.unanswered
     from daily_reminder r join participant p on p.id = r.participant_id
     join jsonb_to_recordset(?::jsonb) as c (zone text, today date, hour int) on c.zone = ${zoneOf}
     cross join lateral (
       select count(*)::int as unanswered, max(local_date) as newest from reminder_message
       where participant_id = p.id and local_date >= r.from_day
         and local_date > coalesce(p.last_record, '-infinity')) m
     where p.consent_agree and p.randomise and p.home_step = ? and p.email is not null
       and c.today >= r.from_day and c.hour >= r.hour and c.hour < r.hour + ?
       and c.today > coalesce(p.last_record, '-infinity') and c.today > coalesce(m.newest, '-infinity')
       and m.unanswered <= ?
     order by r.hour, r.participant_id`,
    [JSON.stringify(clocks), trialZone, HOME_STEP.timeline, LATE_HOURS, UNANSWERED_UNTIL_LAST],
  );
  return rows.map(({ unanswered, ...due }) => ({
    ...due,
    kind: unanswered < UNANSWERED_UNTIL_LAST ? 'daily' : 'last',
  }));
}

/** Whether this process is the one to send it: another replica may have marked it. */
async function mark({ db, now }: Operation, { participant, localDate, kind }: DueReminder): Promise<boolean> {
  const [marked] = await db.execute<unknown[]>(
    `insert into reminder_message (participant_id, local_date, kind, marked_at)
     select id, ?, ?, ? from participant where id = ? on conflict do nothing returning 1`,
    [localDate, kind, now, participant],
  );
  return marked !== undefined;
}

/** The choice is locked until the message is out: ending it, or withdrawing, waits, and no message follows. */
async function send(op: Operation, due: DueReminder, mailing: Mailing): Promise<void> {
  const key = { participant: due.participant, localDate: due.localDate };
  const failure = await inTransaction(op, async (op) => {
    const { db, content } = op;
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const choice = await db.findOne(DailyReminder, { participant: due.participant }, lock);
    const recipient = choice && (await findRecipient(op, due));
    const words = content.mail.dailyReminder;
    if (!words || !recipient) {
      await db.nativeDelete(ReminderMessage, key);
      return undefined;
    }
    const link = `${mailing.publicUrl}${STOP_DAILY_REMINDER}/${choice.stopToken}`;
    const failure = await deliverReminder(
      op,
      {
        participant: due.participant,
        email: recipient,
        words: due.kind === 'last' ? words.last : words,
        sender: words.sender,
        unsubscribe: { text: words.unsubscribe, link },
      },
      mailing,
    );
    await db.nativeUpdate(ReminderMessage, key, { outcome: failure ? 'failed' : 'sent' });
    return failure;
  });
  if (failure) throw failure.error;
}

/** Their address where Home asks for a check-up, unless they have withdrawn or recorded the day meanwhile. */
async function findRecipient(
  op: Operation,
  { participant: id, localDate }: DueReminder,
): Promise<string | null | undefined> {
  const participant = await op.db.findOne(Participant, { id, consentAgree: true }, { refresh: true });
  if (!participant || (participant.lastRecord && participant.lastRecord >= localDate)) return null;
  const { stage } = await findStage(op, participant);
  return stage && hasCheckUps(stage) ? participant.email : null;
}
