import { LockMode } from '@mikro-orm/core';
import { isAskedFor } from '@stepwise/shared-contracts/stage/follow-ups';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import { sendEach } from '../../core/mail/send-each.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { clockIn } from '../../people/participants/time-zone.ts';
import { findFollowUps, findFollowUpsNearWindow } from './find-follow-ups.ts';
import { FollowUpReminder } from './follow-up.entities.ts';
import { followUpPath, newestReminder } from './follow-up-links.ts';

type DueReminder = Pick<FollowUpReminder, 'participant' | 'months' | 'day'>;

/**
 * Sends the reminders of follow-ups that are due, by the trial's clock, so that no arm gets another hour. Where several are
 * due at once, after a time without a server, only the newest is sent. A rejected message delays no other.
 */
export async function sendFollowUpReminders(
  op: Operation,
  mailing: Mailing & { linkSecret: string },
): Promise<void> {
  await sendEach(await findDue(op), (due) => send(op, due, mailing));
}

async function findDue(op: Operation): Promise<DueReminder[]> {
  const { followUps, product } = op.content;
  const clock = clockIn(product.timeZone, op.now);
  return (await findFollowUpsNearWindow(op)).flatMap(
    ({ participant, months, dueOn, remindersSent, ...followUp }) => {
      const day = isAskedFor(followUp) ? newestReminder(followUps, dueOn, clock) : undefined;
      return day === undefined || remindersSent.some((sent) => sent >= day)
        ? []
        : [{ participant, months, day }];
    },
  );
}

/**
 * Its row is locked meanwhile: who withdraws waits until the message is out, and none follows. Another replica that sends
 * the same waits as well, and finds it sent.
 */
async function send(
  op: Operation,
  due: DueReminder,
  { mailer, publicUrl, linkSecret }: Mailing & { linkSecret: string },
): Promise<void> {
  await op.db.execute(
    `insert into follow_up_reminder (participant_id, months, day)
     select id, ?, ? from participant where id = ? and data_consent is null on conflict do nothing`,
    [due.months, due.day, due.participant],
  );
  await inTransaction(op, async (op) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const reminder = await op.db.findOne(FollowUpReminder, due, lock);
    if (!reminder || reminder.sentAt) return;
    const participant = await op.db.findOne(Participant, { id: due.participant }, { refresh: true });
    const followUps = participant?.email ? await findFollowUps(op, participant.id) : [];
    const isDue = followUps.some((each) => each.months === due.months && isAskedFor(each));
    if (!participant?.email || !isDue) return;
    const words = op.content.mail.followUp;
    await mailer.send(
      composeMessage(op.content, words, {
        to: participant.email,
        link: publicUrl + followUpPath(linkSecret, participant.id, due.months),
        neutralSender: words.sender,
      }),
    );
    reminder.sentAt = op.now;
  });
}
