import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOCAL_TARGET_FILE } from '@stepwise/shared-contracts/release/release-api';
import type { ReleaseToken } from '../platform/config/config.ts';
import { EVERY_PACKAGE } from './release-tokens.ts';

/** A token that opens every package, for the commands of this machine that may read the data folder. */
export function makeLocalToken(): { token: string; known: ReleaseToken } {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  return { token, known: { package: EVERY_PACKAGE, hash } };
}

/** Stores for the commands of this machine how to reach the server that runs here. */
export const writeLocalTarget = (dataDir: string, target: { url: string; token: string }): Promise<void> =>
  writeFile(join(dataDir, LOCAL_TARGET_FILE), JSON.stringify(target), { mode: 0o600 });
