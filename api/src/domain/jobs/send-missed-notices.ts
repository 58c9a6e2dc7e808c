import type { Logger } from 'pino';
import { describeError } from '../../platform/errors/describe-error.ts';
import { sendEmailChangeNotice } from '../accounts/send-email-change-notice.job.ts';
import type { Mailing } from '../mail/mailing.ts';
import type { Operation } from '../operation/operation.ts';
import { sendWarningNotice } from '../warning-signs/send-warning-notice.job.ts';

const LOOK_EVERY_MS = 60_000;
/** A notice's job has had its first tries by then. */
const MISSED_AFTER_MS = 2 * 60_000;
/** An older sign is in the team's queue, and many messages about old days would hide those about new ones. */
const SIGNS_LATE_MS = 7 * 86_400_000;

/**
 * Sends the notices that saves left without a job, and those whose job was lost or waits for its next try. The first
 * that cannot be sent ends this time: the mail server is down, and the next look is soon.
 */
export async function sendMissedNotices(op: Operation, mailing: Mailing): Promise<void> {
  const until = new Date(op.now.getTime() - MISSED_AFTER_MS);
  const signs = await op.db.execute<{ id: string }[]>(
    `select w.id from warning_sign w join participant p on p.id = w.participant_id
     where w.closed_at is null and w.notified_at is null and w.newest_at <= ? and w.newest_at > ?
       and p.data_consent is distinct from 'anonymous'
     order by w.self_harm desc, w.raised_at`,
    [until, new Date(until.getTime() - SIGNS_LATE_MS)],
  );
  for (const { id } of signs) await sendWarningNotice(op, id, mailing);
  const changes = await op.db.execute<{ id: string }[]>(
    'select id from email_change_notice where changed_at <= ? order by changed_at',
    [until],
  );
  for (const { id } of changes) await sendEmailChangeNotice(op, id, mailing);
}

/** Looks for missed notices each minute, one look at a time. Returns what ends that. */
export function sendMissedNoticesEveryMinute(
  begin: () => Operation,
  mailing: Mailing,
  log: Logger,
): () => void {
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await sendMissedNotices(begin(), mailing);
    } catch (error) {
      log.warn(describeError(error), 'a missed notice was not sent');
    } finally {
      isLooking = false;
    }
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
