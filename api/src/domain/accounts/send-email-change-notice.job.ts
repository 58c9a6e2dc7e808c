import { composeMessage } from '../mail/compose-message.ts';
import type { Mailing } from '../mail/mailing.ts';
import { inTransaction, type Operation } from '../operation/operation.ts';

/** Notifies the former address of an account of the change, once, and erases it. */
export async function sendEmailChangeNotice(
  op: Operation,
  noticeId: string,
  { mailer, publicUrl }: Mailing,
): Promise<void> {
  await inTransaction(op, async ({ db, content }) => {
    const [notice] = await db.execute<{ email: string }[]>(
      'select email from email_change_notice where id = ? for update',
      [noticeId],
    );
    if (!notice) return;
    await mailer.send(
      composeMessage(content, content.mail.emailChanged, { to: notice.email, link: `${publicUrl}/` }),
    );
    await db.execute('delete from email_change_notice where id = ?', [noticeId]);
  });
}
