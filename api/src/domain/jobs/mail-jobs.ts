import type { JobHandlers } from '../../platform/jobs/job-queue.ts';
import { sendAccountNotice } from '../account-notices/send-account-notice.job.ts';
import { sendEmailChangeNotice } from '../accounts/send-email-change-notice.job.ts';
import { sendKnownAddressNotice } from '../accounts/send-known-address-notice.job.ts';
import { sendPasswordReset } from '../accounts/send-password-reset.job.ts';
import { sendAddressConfirmation } from '../address-confirmation/send-address-confirmation.job.ts';
import type { Mailing } from '../mail/mailing.ts';
import type { Operation } from '../operation/operation.ts';
import { sendPasskeyNotice } from '../passkeys/send-passkey-notice.job.ts';
import { sendAllocationNotice } from '../randomisation/send-allocation-notice.job.ts';
import { sendMonthReminder } from '../reminders/send-month-reminder.job.ts';
import { sendWarningNotice } from '../warning-signs/send-warning-notice.job.ts';

/** What each job does; each run is an operation of its own. */
export const mailJobs = (begin: () => Operation, mailing: Mailing): JobHandlers => ({
  'send-address-confirmation': (participantId) => sendAddressConfirmation(begin(), participantId, mailing),
  'send-password-reset': (requestId) => sendPasswordReset(begin(), requestId, mailing),
  'send-month-reminder': (addressHash) => sendMonthReminder(begin(), addressHash, mailing),
  'send-warning-notice': (signId) => sendWarningNotice(begin(), signId, mailing),
  'send-email-change-notice': (noticeId) => sendEmailChangeNotice(begin(), noticeId, mailing),
  'send-known-address-notice': (id) => sendKnownAddressNotice(begin(), id, mailing),
  'send-passkey-notice': (key) => sendPasskeyNotice(begin(), key, mailing),
  'send-allocation-notice': (key) => sendAllocationNotice(begin(), key, mailing),
  'send-account-notice': (key) => sendAccountNotice(begin(), key, mailing),
});
