const NETWORK_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
/** A certificate that is not trusted, that has expired, or that is another server's. */
const CERTIFICATE_CODES = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_(GET|VERIFY)_|(DEPTH_ZERO_)?SELF_SIGNED_CERT)/;
/** PostgreSQL error classes: 08 connection, 53 resources, 57 operator intervention (a shutdown among them), 58 its disk. */
const AWAY_CLASSES = ['08', '53', '57', '58'];
/** It takes no changes, as a replica or one that is being replaced. */
const READ_ONLY = '25006';

/** What the driver says, without a code, of a connection that ended or never came to be. */
const CONNECTION_LOST =
  /^Connection (terminated|ended)|is not queryable|timeout exceeded when trying to connect|does not support SSL/;

/** Whether an error says that the database cannot be reached, rather than that it rejected a statement. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause; cause = (cause as { cause?: unknown }).cause) {
    const { code, message } = cause as { code?: unknown; message?: unknown };
    if (typeof code === 'string') {
      if (NETWORK_CODES.has(code) || CERTIFICATE_CODES.test(code)) return true;
      if (code === READ_ONLY) return true;
      if (code.length === 5 && AWAY_CLASSES.includes(code.slice(0, 2))) return true;
    }
    if (CONNECTION_LOST.test(String(message))) return true;
  }
  return false;
}
