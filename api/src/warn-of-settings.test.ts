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
