import { LockMode } from '@mikro-orm/core';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { WarningSign } from '../tracker/warning-sign.entities.ts';

/** Notifies the team's address of a warning sign, once, unless it was dealt with meanwhile. The message names no participant. */
export async function sendWarningNotice(
  op: Operation,
  signId: string,
  { mailer, warningSignUrl }: Mailing,
): Promise<void> {
  await inTransaction(op, async ({ db, content, now }) => {
    const waiting = { id: signId, closedAt: null, notifiedAt: null };
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const sign = await db.findOne(WarningSign, waiting, lock);
    if (!sign) return;
    await mailer.send(
      composeMessage(content, content.mail.warningNotice, {
        to: content.product.researchTeam.email,
        link: warningSignUrl(signId),
      }),
    );
    sign.notifiedAt = now;
  });
}
