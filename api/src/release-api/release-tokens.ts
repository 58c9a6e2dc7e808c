import { createHash, timingSafeEqual } from 'node:crypto';
import type { ReleaseToken } from '../platform/config/config.ts';
import { AppError, notAllowed, notFound } from '../platform/errors/app-error.ts';

/** In the place of a package's name; no setting can name it. */
export const EVERY_PACKAGE = '*';

/**
 * Accepts a token of the package's team. Throws not-found where no tokens are set, not-logged-in without a known
 * token, and not-allowed with another team's.
 */
export function checkReleaseToken(
  tokens: readonly ReleaseToken[],
  authorization: string,
  name: string,
): void {
  if (tokens.length === 0) throw notFound();
  const given = createHash('sha256')
    .update(authorization.replace(/^Bearer /, ''))
    .digest();
  // Every line is compared, so that the time taken discloses nothing of any.
  const opened = tokens.filter(({ hash }) => timingSafeEqual(Buffer.from(hash, 'hex'), given));
  if (opened.length === 0)
    throw new AppError('not-logged-in', 'This needs a release token that is known here.');
  if (!opened.some((token) => token.package === name || token.package === EVERY_PACKAGE))
    throw notAllowed(`This token opens ${opened.map((token) => token.package).join(', ')} alone.`);
}
