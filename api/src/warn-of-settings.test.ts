import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { readConfig } from './platform/config/config.ts';
import { warnOfSettings } from './warn-of-settings.ts';

const OWNERS: [owner: string, ask: () => Promise<boolean>, amiss: string[]][] = [
  ['is owned by another role', async () => true, []],
  ['is owned by the application', async () => false, ['the role of DATABASE_URL owns the audit log']],
  [
    'is not known, since the database does not answer in time',
    async () => Promise.reject(new Error('timeout exceeded when trying to connect')),
    ['the database did not say which role owns the audit log'],
  ],
];

test.each(OWNERS)(
  'a server goes on where the audit log %s, and says what is amiss',
  async (_, ask, amiss) => {
    const warnings: string[] = [];
    const log = { warn: (...parts: unknown[]) => void warnings.push(String(parts.at(-1))) };
    await warnOfSettings(readConfig({}), ask, log);
    expect(warnings).toEqual([
      expect.stringContaining('AUDIT_SIGNING_KEY'),
      ...amiss.map((words) => expect.stringContaining(words)),
    ]);
  },
);

test('a server that people use is told what no one gets, and one that has everything is told nothing', async () => {
  const AUDIT_SIGNING_KEY = String(
    generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }),
  );
  const deployed = { DATABASE_URL: 'postgresql://app@db/stepwise', AUDIT_SIGNING_KEY };
  const mail = {
    MAIL_URL: 'smtp://mail',
    MAIL_FROM: 'a@example.org',
    PUBLIC_URL: 'https://stepwise.example',
  };
  const warned = async (given: Record<string, string>): Promise<string[]> => {
    const warnings: string[] = [];
    const log = { warn: (...parts: unknown[]) => void warnings.push(String(parts.at(-1))) };
    await warnOfSettings(readConfig(given), async () => true, log);
    return warnings;
  };
  expect(await warned(deployed)).toEqual([
    'MAIL_URL is not set, so that messages are stored and sent to no one',
  ]);
  expect(await warned({ ...deployed, ...mail })).toEqual([]);
});
