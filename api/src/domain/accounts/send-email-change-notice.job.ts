import { composeMessage } from '../mail/compose-message.ts';
import type { MailJobDependencies } from '../mail/mail-job.ts';

/** Tells the former address of an account that it is that no longer, once, and forgets it. */
export async function sendEmailChangeNotice(
  { em, content, mailer, publicUrl }: MailJobDependencies,
  noticeId: string,
): Promise<void> {
  await em().transactional(async (tx) => {
    const [notice] = await tx.execute<{ email: string }[]>(
      'select email from email_change_notice where id = ? for update',
      [noticeId],
    );
    if (!notice) return;
    await mailer.send(
      composeMessage(content, content.mail.emailChanged, { to: notice.email, link: `${publicUrl}/` }),
    );
    await tx.execute('delete from email_change_notice where id = ?', [noticeId]);
  });
}
