import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Config, parseReleaseTokens, type ReleaseToken } from '../platform/config/config.ts';
import { AppError, notAllowed, notFound } from '../platform/errors/app-error.ts';

/** In the place of a package's name: the operator's token, and that of `npm start`. */
export const EVERY_PACKAGE = '*';

/**
 * Gives the tokens that are known now. Those of a file are read again at each call; while it cannot be read, or holds
 * something else, the last ones stay.
 */
export function currentTokens({
  releaseTokens,
  releaseTokensFile: file,
}: Pick<Config, 'releaseTokens' | 'releaseTokensFile'>): () => readonly ReleaseToken[] {
  if (!file) return () => releaseTokens;
  const read = (): ReleaseToken[] | null => {
    try {
      return parseReleaseTokens(readFileSync(file, 'utf8'));
    } catch {
      return null;
    }
  };
  const hashes = new Set(read()?.map(({ hash }) => hash));
  const others = releaseTokens.filter(({ hash }) => !hashes.has(hash));
  let last = releaseTokens;
  return () => {
    const found = read();
    if (found) last = [...found, ...others];
    return last;
  };
}

export interface TokenRights {
  /** The operator's token, which opens every package. */
  isOperator: boolean;
  /** It may give a package's first release to everyone although no browser's check is attested: the operator's, and one without a key, as a container of the stack has. */
  mayBegin: boolean;
}

/**
 * Accepts a token of the package's team, and gives what it may do beside. Throws not-found where no tokens are set,
 * not-logged-in without a known token, and not-allowed with another team's.
 */
export function checkReleaseToken(
  tokens: readonly ReleaseToken[],
  authorization: string,
  name: string,
): TokenRights {
  if (tokens.length === 0) throw notFound();
  const given = createHash('sha256')
    .update(authorization.replace(/^Bearer /, ''))
    .digest();
  // Every line is compared, so that the time taken discloses nothing of any.
  const opened = tokens.filter(({ hash }) => timingSafeEqual(Buffer.from(hash, 'hex'), given));
  if (opened.length === 0)
    throw new AppError('not-logged-in', 'This needs a release token that is known here.');
  if (!opened.some((token) => token.package === name || token.package === EVERY_PACKAGE))
    throw notAllowed(`This token opens ${opened.map((token) => token.package).join(', ')} only.`);
  const isOperator = opened.some((token) => token.package === EVERY_PACKAGE);
  return { isOperator, mayBegin: isOperator || opened.some(({ key }) => !key) };
}
