import type { Logger } from 'pino';
import { showsStoredMail } from './participant-api/account/demonstration-mail.page.ts';
import type { Config } from './platform/config/config.ts';
import { describeError } from './platform/errors/describe-error.ts';

/** Logs which settings leave something unprotected or unsent. Never rejects, also where the database does not answer. */
export async function warnOfSettings(
  config: Config,
  isAuditLogOwnedByAnother: () => Promise<boolean>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  if (!config.mail && !showsStoredMail(config))
    log.warn('MAIL_URL is not set, so that messages are stored and sent to no one');
  if (!config.auditKey)
    log.warn(
      'AUDIT_SIGNING_KEY is not set, so that a log that was cut or rewritten goes unnoticed; see docs/audit.md',
    );
  try {
    if (!(await isAuditLogOwnedByAnother()))
      log.warn(
        'the role of DATABASE_URL owns the audit log, which is protected by triggers only; see docs/operations.md',
      );
  } catch (error) {
    log.warn(describeError(error), 'the database did not say which role owns the audit log');
  }
}
