import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAttestationKeys } from '@stepwise/shared-contracts/release/attestation';
import { LOCAL_TARGET_FILE } from '@stepwise/shared-contracts/release/release-api';
import type { ReleaseToken } from '../platform/config/config.ts';
import { EVERY_PACKAGE } from './release-tokens.ts';

/** A token that opens every package and a key to attest checks, for the commands of this machine that may read the data folder. */
export function makeLocalToken(): { token: string; attestationKey: string; known: ReleaseToken } {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest('hex');
  const { privateKey, publicKey } = makeAttestationKeys();
  return { token, attestationKey: privateKey, known: { package: EVERY_PACKAGE, hash, key: publicKey } };
}

/** Stores for the commands of this machine how to reach the server that runs here. */
export const writeLocalTarget = (
  dataDir: string,
  target: { url: string; token: string; attestationKey: string },
): Promise<void> => writeFile(join(dataDir, LOCAL_TARGET_FILE), JSON.stringify(target), { mode: 0o600 });
