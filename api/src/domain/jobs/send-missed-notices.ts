import { query } from '../../platform/database/query.ts';
import { sendWarningNotice } from '../care/warning-signs/send-warning-notice.job.ts';
import type { Mailing } from '../core/mail/mailing.ts';
import { sendEach } from '../core/mail/send-each.ts';
import type { Operation } from '../core/operation/operation.ts';
import { sendEmailChangeNotice } from '../people/accounts/send-email-change-notice.job.ts';

/** A notice's job has had its first tries by then. */
const MISSED_AFTER_MS = 2 * 60_000;
/** An older sign is in the team's queue, and many messages about old days would hide those about new ones. */
const SIGNS_LATE_MS = 7 * 86_400_000;

/**
 * Sends the notices that saves left without a job, and those whose job was lost or waits for its next try. Where the mail
 * server is down, the next look is soon.
 */
export async function sendMissedNotices(op: Operation, mailing: Mailing): Promise<void> {
  const until = new Date(op.now.getTime() - MISSED_AFTER_MS);
  const signs = await query(op.db)
    .selectFrom('warning_sign as w')
    .innerJoin('participant as p', 'p.id', 'w.participant_id')
    .select('w.id')
    .where('w.closed_at', 'is', null)
    .where('w.notified_at', 'is', null)
    .where('w.newest_at', '<=', until)
    .where('w.newest_at', '>', new Date(until.getTime() - SIGNS_LATE_MS))
    .where('p.data_consent', 'is distinct from', 'anonymous')
    .orderBy('w.self_harm', 'desc')
    .orderBy('w.raised_at')
    .execute();
  for (const { id } of signs) await sendWarningNotice(op, id, mailing);
  const changes = await query(op.db)
    .selectFrom('email_change_notice')
    .select('id')
    .where('changed_at', '<=', until)
    .orderBy('changed_at')
    .execute();
  await sendEach(changes, ({ id }) => sendEmailChangeNotice(op, id, mailing));
}
