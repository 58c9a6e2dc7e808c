import { createHash } from 'node:crypto';

/** The hash of a file as `integrity` takes it. */
export const integrityOf = (content: Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;
