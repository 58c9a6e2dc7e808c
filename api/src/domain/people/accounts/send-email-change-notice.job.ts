import { LockMode } from '@mikro-orm/core';
import { query } from '../../../platform/database/query.ts';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import { missedUntil } from '../../core/mail/missed-until.ts';
import { sendEach } from '../../core/mail/send-each.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { EmailChangeNotice } from './email-change-notice.entity.ts';

/** Notifies the former address of an account of the change, once, and erases it. */
export async function sendEmailChangeNotice(
  op: Operation,
  noticeId: string,
  { mailer, publicUrl }: Mailing,
): Promise<void> {
  await inTransaction(op, async ({ db, content }) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const notice = await db.findOne(EmailChangeNotice, { id: noticeId }, lock);
    if (!notice) return;
    await mailer.send(
      composeMessage(content, content.mail.emailChanged, { to: notice.email, link: `${publicUrl}/` }),
    );
    await db.nativeDelete(EmailChangeNotice, { id: noticeId });
  });
}

/** Sends those that a save left without a job, or whose job waits for its next try. */
export async function sendMissedEmailChangeNotices(op: Operation, mailing: Mailing): Promise<void> {
  const changes = await query(op.db)
    .selectFrom('email_change_notice')
    .select('id')
    .where('changed_at', '<=', missedUntil(op))
    .orderBy('changed_at')
    .execute();
  await sendEach(changes, ({ id }) => sendEmailChangeNotice(op, id, mailing));
}
