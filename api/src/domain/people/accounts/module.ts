import { defineModule } from '../../../platform/modules/define-module.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/modules/durations.ts';
import { EmailChangeNotice } from './email-change-notice.entity.ts';
import { PasswordResetRequest, PasswordResetToken } from './password-reset.entities.ts';
import { sendEmailChangeNotice, sendMissedEmailChangeNotices } from './send-email-change-notice.job.ts';
import { sendKnownAddressNotice } from './send-known-address-notice.job.ts';
import { sendPasswordReset } from './send-password-reset.job.ts';

/** Passwords and details of accounts. */
export const accounts = defineModule({
  name: 'accounts',
  entities: [EmailChangeNotice, PasswordResetRequest, PasswordResetToken],
  personal: {
    email_change_notice: { owner: { participant: 'participant_id' }, erase: { email: 'row' } },
    password_reset_request: { owner: { address: 'email' }, erase: { email: 'row' } },
    password_reset_token: { owner: { participant: 'participant_id' }, erase: { token_hash: 'row' } },
  },
  // A message that could not be sent in this time is of no use any more, and its address is erased.
  retention: [
    { table: 'email_change_notice', since: 'changed_at', retentionMs: 7 * DAY_MS },
    { table: 'password_reset_token', since: 'expires_at', retentionMs: 0 },
    { table: 'password_reset_request', since: 'requested_at', retentionMs: HOUR_MS, whereNull: 'staff_id' },
    // An invitation to the team: a mail server may be down for a night.
    { table: 'password_reset_request', since: 'requested_at', retentionMs: DAY_MS },
  ],
  jobs: {
    'send-password-reset': sendPasswordReset,
    'send-email-change-notice': sendEmailChangeNotice,
    'send-known-address-notice': sendKnownAddressNotice,
  },
  missedNotices: [sendMissedEmailChangeNotices],
});
