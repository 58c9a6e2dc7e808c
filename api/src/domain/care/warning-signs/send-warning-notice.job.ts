import { LockMode } from '@mikro-orm/core';
import { query } from '../../../platform/database/query.ts';
import { DAY_MS } from '../../../platform/modules/durations.ts';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import { missedUntil } from '../../core/mail/missed-until.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { WarningSign } from './warning-sign.entities.ts';

/** An older sign is in the team's queue, and many messages about old days would hide those about new ones. */
const MISSED_FOR_MS = 7 * DAY_MS;

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

/** Sends those that a save left without a job, or whose job waits for its next try. */
export async function sendMissedWarningNotices(op: Operation, mailing: Mailing): Promise<void> {
  const until = missedUntil(op);
  const signs = await query(op.db)
    .selectFrom('warning_sign as w')
    .innerJoin('participant as p', 'p.id', 'w.participant_id')
    .select('w.id')
    .where('w.closed_at', 'is', null)
    .where('w.notified_at', 'is', null)
    .where('w.newest_at', '<=', until)
    .where('w.newest_at', '>', new Date(until.getTime() - MISSED_FOR_MS))
    .where('p.data_consent', 'is distinct from', 'anonymous')
    .orderBy('w.self_harm', 'desc')
    .orderBy('w.raised_at')
    .execute();
  for (const { id } of signs) await sendWarningNotice(op, id, mailing);
}
