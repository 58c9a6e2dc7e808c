import type { JobHandlers } from '../../platform/jobs/job-queue.ts';
import { sendEmailChangeNotice } from '../accounts/send-email-change-notice.job.ts';
import { sendPasswordReset } from '../accounts/send-password-reset.job.ts';
import type { MailJobDependencies } from '../mail/mail-job.ts';
import { sendMonthReminder } from '../reminders/send-month-reminder.job.ts';
import { sendWarningNotice } from '../warning-signs/send-warning-notice.job.ts';

/** What each job does. */
export const mailJobs = (dependencies: MailJobDependencies): JobHandlers => ({
  'send-password-reset': (requestId) => sendPasswordReset(dependencies, requestId),
  'send-month-reminder': (addressHash) => sendMonthReminder(dependencies, addressHash),
  'send-warning-notice': (signId) => sendWarningNotice(dependencies, signId),
  'send-email-change-notice': (noticeId) => sendEmailChangeNotice(dependencies, noticeId),
});
