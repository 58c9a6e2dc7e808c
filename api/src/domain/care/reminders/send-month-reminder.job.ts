import { LockMode } from '@mikro-orm/core';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { MonthReminder } from './month-reminder.entity.ts';
import { eraseReminder, STOP_REMINDER } from './month-reminders.ts';

/** The queue goes by the database's clock, and a message that was found too early would not come again. */
const CLOCKS_APART_MS = 3_600_000;

/** Sends the one message and erases the address. An address that was erased, or given again, is left as it is. */
export async function sendMonthReminder(
  op: Operation,
  addressHash: string,
  { mailer, publicUrl }: Mailing,
): Promise<void> {
  await inTransaction(op, async ({ db, content, now }) => {
    const dueAt = { $lte: new Date(now.getTime() + CLOCKS_APART_MS) };
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const reminder = await db.findOne(MonthReminder, { addressHash, dueAt }, lock);
    if (!reminder) return;
    const { monthReminder } = content.mail;
    await mailer.send(
      composeMessage(content, monthReminder, {
        to: reminder.email,
        link: `${publicUrl}/`,
        unsubscribe: { text: monthReminder.unsubscribe, link: `${publicUrl}${STOP_REMINDER}/${addressHash}` },
      }),
    );
    await eraseReminder(db, addressHash);
  });
}
