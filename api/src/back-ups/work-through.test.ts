import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type BackUpFolder, openBackUpFolder } from './back-up-folder.ts';
import { backUpMetrics } from './back-up-metrics.ts';
import { readBackUpSettings } from './settings.ts';
import { type BackUpWork, workThrough } from './work-through.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const settings = readBackUpSettings({
  DATABASE_OWNER_URL: 'postgresql://owner@localhost/stepwise',
  BACK_UP_PASSPHRASE_FILE: '/run/secrets/back-up-passphrase',
});

let path: string;
let folder: BackUpFolder;
let calls: string[];
let faults: { restore: string | null; auditLog: string | null };
let failing: string | null;
let verified: string | null;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'stepwise-back-ups-'));
  folder = openBackUpFolder(path);
  [calls, faults, failing, verified] = [[], { restore: null, auditLog: null }, null, null];
});
afterEach(() => rmSync(path, { recursive: true }));

async function doing<T>(name: string, outcome: T): Promise<T> {
  calls.push(name);
  if (failing === name) throw new Error(`${name} failed`);
  return outcome;
}
const work: BackUpWork = {
  async take(now) {
    await doing('take', null);
    const file = folder.nameFor(now);
    writeFileSync(`${file}.part`, 'encrypted');
    folder.finish(`${file}.part`, file, { 'public.participant': 3 });
    return file;
  },
  verify(file) {
    verified = file;
    return doing('verify', faults.restore);
  },
  verifyAuditLog: () => doing('audit log', faults.auditLog),
};
const begin = new Date('2026-11-24T13:05:00Z');
/** What was done at a time after the begin. */
async function at(ms: number): Promise<string[]> {
  calls = [];
  await workThrough(settings, folder, work, new Date(begin.getTime() + ms)).catch(() => {});
  return calls;
}
const measure = async (name: string) =>
  (await backUpMetrics(folder).metrics())
    .split('\n')
    .find((line) => line.startsWith(`stepwise_${name} `))
    ?.split(' ')
    .at(-1);

test('a back-up is taken each six hours, restored each week, and the audit log verified each day', async () => {
  expect(await at(0)).toEqual(['take', 'verify', 'audit log']);
  expect(await at(6 * HOUR_MS - 1)).toEqual([]);
  expect(await at(6 * HOUR_MS)).toEqual(['take']);
  expect(await at(6 * HOUR_MS + 1)).toEqual([]);
  expect(await at(DAY_MS)).toEqual(['take', 'audit log']);
  expect(await at(7 * DAY_MS)).toEqual(['take', 'verify', 'audit log']);
  const newest = new Date(begin.getTime() + 7 * DAY_MS);
  expect(verified).toBe(folder.nameFor(newest));
  expect(await measure('back_up_timestamp_seconds')).toBe(String(newest.getTime() / 1000));
});

test('back-ups expire after 35 days with their counts, and the newest never does', async () => {
  await at(0);
  await at(DAY_MS);
  const kept = () => folder.list().map(({ takenAt }) => (takenAt.getTime() - begin.getTime()) / DAY_MS);
  await at(35 * DAY_MS);
  expect(kept()).toEqual([0, 1, 35]);
  await at(35.5 * DAY_MS);
  expect(kept()).toEqual([1, 35, 35.5]);
  expect(readdirSync(path).filter((name) => name.endsWith('.counts.json'))).toHaveLength(3);
  expect(folder.expire(new Date(begin.getTime() + 400 * DAY_MS), settings.keepMs)).toBe(2);
  expect(kept()).toEqual([35.5]);
});

test('a part that was cut off is no back-up, and goes after a day', async () => {
  const part = join(path, 'stepwise-20261101T000000Z.dump.gpg.part');
  writeFileSync(part, '');
  utimesSync(part, begin, new Date(begin.getTime() - 2 * DAY_MS));
  expect(folder.list()).toEqual([]);
  await at(0);
  expect(readdirSync(path)).not.toContain('stepwise-20261101T000000Z.dump.gpg.part');
});

test('a task that fails is reported, keeps the others from nothing, and is tried again', async () => {
  await at(0);
  failing = 'take';
  await expect(
    workThrough(settings, folder, work, new Date(begin.getTime() + 6 * HOUR_MS)),
  ).rejects.toMatchObject({ errors: [new Error('take failed')] });
  expect(await at(7 * DAY_MS)).toEqual(['take', 'verify', 'audit log']);
  expect(await measure('back_up_timestamp_seconds')).toBe(String(begin.getTime() / 1000));
  failing = null;
  expect(await at(7 * DAY_MS + 1_000)).toEqual(['take']);
});

test('a fault stays in the measures until the same check finds none', async () => {
  faults.auditLog = 'the audit log is broken at event 7: its hash differs';
  await at(0);
  expect(await measure('audit_log_fault')).toBe('1');
  expect(await measure('back_up_fault')).toBe('0');
  faults.auditLog = null;
  expect(await at(6 * HOUR_MS)).toEqual(['take', 'audit log']);
  expect(await measure('audit_log_fault')).toBe('0');
});

test('the measures say that there is no back-up, and when pgBackRest last succeeded where it runs', async () => {
  expect(await measure('back_up_timestamp_seconds')).toBe('0');
  expect(await measure('pgbackrest_timestamp_seconds')).toBeUndefined();
  writeFileSync(join(path, 'pgbackrest-succeeded'), '');
  utimesSync(join(path, 'pgbackrest-succeeded'), begin, begin);
  expect(await measure('pgbackrest_timestamp_seconds')).toBe(String(begin.getTime() / 1000));
});

test('settings that cannot be used are named, without what they hold', () => {
  expect(() => readBackUpSettings({ DATABASE_OWNER_URL: 'mysql://secret', BACK_UP_HOURS: '0' })).toThrow(
    /DATABASE_OWNER_URL \(must start with postgresql:\/\/\), BACK_UP_PASSPHRASE_FILE .*, BACK_UP_HOURS/,
  );
});
