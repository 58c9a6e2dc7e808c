import type { EntityManager } from '../../platform/database/orm.ts';
import type { JobHandlers } from '../../platform/jobs/job-queue.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { sendEmailChangeNotice } from '../accounts/send-email-change-notice.job.ts';
import { sendPasswordReset } from '../accounts/send-password-reset.job.ts';
import type { Content } from '../content/load-content.ts';
import { sendMonthReminder } from '../reminders/send-month-reminder.job.ts';
import { sendWarningNotice } from '../warning-signs/send-warning-notice.job.ts';

export interface MailJobDependencies {
  em: () => EntityManager;
  content: Content;
  mailer: Mailer;
  now: () => Date;
  /** Where people reach the product, without a slash at the end. */
  publicUrl: string;
}

/** What each job does. */
export const mailJobs = (dependencies: MailJobDependencies): JobHandlers => ({
  'send-password-reset': (requestId) => sendPasswordReset(dependencies, requestId),
  'send-month-reminder': (addressHash) => sendMonthReminder(dependencies, addressHash),
  'send-warning-notice': (signId) => sendWarningNotice(dependencies, signId),
  'send-email-change-notice': (noticeId) => sendEmailChangeNotice(dependencies, noticeId),
});
