import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../testing/create-test-api.ts';
import { openBackUpFolder } from './back-up-folder.ts';
import { backUpMetrics } from './back-up-metrics.ts';
import { readBackUpSettings } from './settings.ts';
import { findAuditFault } from './verify-back-up.ts';
import { workThrough } from './work-through.ts';

/** Each for a log that no other test alters. */
const [first, second] = [await createTestApi(), await createTestApi()];

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'stepwise-back-ups-'));
});
afterEach(() => rmSync(path, { recursive: true }));

test.each([
  ['an event', first, 'audit_event', `update audit_event set actor = 'staff:someone'`],
  ['the values of an event', second, 'audit_values', `update audit_values set after = '{"name":"Dr Wu"}'`],
])(
  'an audit log in which %s was altered raises the measure that its alert reads',
  async (_, api, table, sql) => {
    const folder = openBackUpFolder(path);
    const settings = readBackUpSettings({
      DATABASE_OWNER_URL: api.databaseUrl,
      BACK_UP_PASSPHRASE_FILE: '/run/secrets/back-up-passphrase',
    });
    /** As the service does each day. */
    const verify = async (now: string): Promise<string | undefined> => {
      const verifyAuditLog = () => findAuditFault(settings.databaseUrl);
      const work = { take: async () => '', verify: async () => null, verifyAuditLog };
      await workThrough(settings, folder, work, new Date(now));
      const lines = (await backUpMetrics(folder).metrics()).split('\n');
      return lines.find((line) => line.startsWith('stepwise_audit_log_fault '));
    };

    const visitor = await api.logIn();
    await visitor.send(saveDoctor, { name: 'Dr Lee', phone: '0355-500-011', email: '' });
    expect(await verify('2026-03-10T00:00:00Z')).toBe('stepwise_audit_log_fault 0');
    await api.queryAsOwner(`alter table ${table} disable trigger all`);
    await api.queryAsOwner(sql);
    expect(await findAuditFault(api.databaseUrl)).toMatch(/^the audit log is broken at event \d+: /);
    expect(await verify('2026-03-11T00:00:00Z')).toBe('stepwise_audit_log_fault 1');
  },
);
