import { LockMode } from '@mikro-orm/core';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { EmailChangeNotice } from '../participants/email-change-notice.entity.ts';

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
