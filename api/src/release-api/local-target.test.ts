import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { attest, isAttested } from '@stepwise/shared-contracts/release/attestation';
import { LOCAL_TARGET_FILE } from '@stepwise/shared-contracts/release/release-api';
import { makeLocalToken, writeLocalTarget } from './local-target.ts';
import { checkReleaseToken } from './release-tokens.ts';

const folder = mkdtempSync(join(tmpdir(), 'stepwise-target-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the token of this machine opens every package, attests with its own key, and is read by its owner only', async () => {
  const { token, attestationKey, known } = makeLocalToken();
  expect(checkReleaseToken([known], `Bearer ${token}`, 'mf-plan')).toEqual({
    isOperator: true,
    mayBegin: true,
  });
  const statement = { name: 'mf-plan', version: '1.0.0', integrity: 'sha384-', revision: 1 };
  expect(isAttested(statement, attest(statement, attestationKey), known.key ?? '')).toBe(true);
  const target = { url: 'http://localhost:3000', token, attestationKey };
  await writeLocalTarget(folder, target);
  const file = join(folder, LOCAL_TARGET_FILE);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(target);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.stringify(known)).not.toContain(token);
  expect(JSON.stringify(known)).not.toContain(attestationKey);
});
