import type { Logger } from 'pino';
import { describeError } from '../../http/describe-error.ts';
import type { MailJobDependencies } from '../jobs/mail-jobs.ts';
import { sendWarningNotice } from './send-warning-notice.job.ts';

const LOOK_EVERY_MS = 60_000;
/** The job of a sign has had its first tries by then. */
const MISSED_AFTER_MS = 2 * 60_000;

/**
 * Tells the team's address of warning signs whose job was never queued, was lost or waits for its next try. The first
 * that cannot be sent ends this time: the mail server is down, and the next look is soon.
 */
export async function sendMissedNotices(dependencies: MailJobDependencies): Promise<void> {
  const { em, now } = dependencies;
  const missed = await em().execute<{ id: string }[]>(
    `select w.id from warning_sign w join participant p on p.id = w.participant_id
     where w.closed_at is null and w.notified_at is null and w.newest_at <= ?
       and p.data_consent is distinct from 'anonymous'
     order by w.self_harm desc, w.raised_at`,
    [new Date(now().getTime() - MISSED_AFTER_MS)],
  );
  for (const { id } of missed) await sendWarningNotice(dependencies, id);
}

/** Looks for missed notices each minute, one look at a time. Returns what ends that. */
export function sendMissedNoticesByTheMinute(dependencies: MailJobDependencies, log: Logger): () => void {
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      await sendMissedNotices(dependencies);
    } catch (error) {
      log.warn(describeError(error), 'a missed warning notice was not sent');
    } finally {
      isLooking = false;
    }
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}
