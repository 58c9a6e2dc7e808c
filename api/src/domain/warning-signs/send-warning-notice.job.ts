import { composeMessage } from '../mail/compose-message.ts';
import type { Mailing } from '../mail/mailing.ts';
import { inTransaction, type Operation } from '../operation/operation.ts';

/** Notifies the team's address of a warning sign, once, unless it was dealt with meanwhile. The message names no participant. */
export async function sendWarningNotice(
  op: Operation,
  signId: string,
  { mailer, warningSignUrl }: Mailing,
): Promise<void> {
  await inTransaction(op, async ({ db, content, now }) => {
    const waiting = await db.execute<unknown[]>(
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
    await db.execute('update warning_sign set notified_at = ? where id = ?', [now, signId]);
  });
}
