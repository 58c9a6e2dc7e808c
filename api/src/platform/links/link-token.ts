import { createHash, randomBytes } from 'node:crypto';

/** What a link in a message opens something with. Only its hash is stored. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
