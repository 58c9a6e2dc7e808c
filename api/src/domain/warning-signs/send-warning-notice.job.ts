import { composeMessage } from '../mail/compose-message.ts';
import type { MailJobDependencies } from '../mail/mail-job.ts';

/** Tells the team's address of a warning sign, once, unless somebody has dealt with it meanwhile. The message names nobody. */
export async function sendWarningNotice(
  { em, content, mailer, warningSignUrl, now }: MailJobDependencies,
  signId: string,
): Promise<void> {
  await em().transactional(async (tx) => {
    const waiting = await tx.execute<unknown[]>(
      'select 1 from warning_sign where id = ? and closed_at is null and notified_at is null for update',
      [signId],
    );
    if (waiting.length === 0) return;
    await mailer.send(
      composeMessage(content, content.mail.warningNotice, {
        to: content.product.researchTeam.email,
        link: warningSignUrl(signId),
      }),
    );
    await tx.execute('update warning_sign set notified_at = ? where id = ?', [now(), signId]);
  });
}
