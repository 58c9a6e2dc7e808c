import type { JobHandlers } from '../../platform/jobs/job-queue.ts';
import { sendMonthReminder } from '../care/reminders/send-month-reminder.job.ts';
import { sendWarningNotice } from '../care/warning-signs/send-warning-notice.job.ts';
import type { Mailing } from '../core/mail/mailing.ts';
import type { Operation } from '../core/operation/operation.ts';
import { sendAccountNotice } from '../people/account-notices/send-account-notice.job.ts';
import { sendEmailChangeNotice } from '../people/accounts/send-email-change-notice.job.ts';
import { sendKnownAddressNotice } from '../people/accounts/send-known-address-notice.job.ts';
import { sendPasswordReset } from '../people/accounts/send-password-reset.job.ts';
import { sendAddressConfirmation } from '../people/address-confirmation/send-address-confirmation.job.ts';
import { sendPasskeyNotice } from '../people/passkeys/send-passkey-notice.job.ts';
import { sendAllocationNotice } from '../trial/randomisation/send-allocation-notice.job.ts';

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
