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
let said: string[];
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'stepwise-back-ups-'));
  folder = openBackUpFolder(path);
  [calls, faults, failing, verified, said] = [[], { restore: null, auditLog: null }, null, null, []];
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
  said = await workThrough(settings, folder, work, new Date(begin.getTime() + ms)).catch(() => []);
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
  const old = 'stepwise-20261123T130500Z.dump.gpg.part';
  const inHand = 'stepwise-20261124T130400Z.dump.gpg.part';
  for (const [part, age] of [
    [old, DAY_MS + 1_000],
    [inHand, DAY_MS],
  ] as const) {
    writeFileSync(join(path, part), '');
    utimesSync(join(path, part), begin, new Date(begin.getTime() - age));
  }
  expect(folder.list()).toEqual([]);
  await at(0);
  expect(readdirSync(path).filter((name) => name.endsWith('.part'))).toEqual([inHand]);
});

test('a task that fails is reported, keeps the others from nothing, and is tried again', async () => {
  await at(0);
  failing = 'take';
  await expect(
    workThrough(settings, folder, work, new Date(begin.getTime() + 6 * HOUR_MS)),
  ).rejects.toMatchObject({ errors: [new Error('take failed')] });
  expect(await at(7 * DAY_MS)).toEqual(['take', 'verify', 'audit log']);
  expect(await measure('back_up_timestamp_seconds')).toBe(String(begin.getTime() / 1000));
  failing = 'verify';
  expect(await at(14 * DAY_MS)).toEqual(['take', 'verify', 'audit log']);
  failing = null;
  expect(await at(14 * DAY_MS + 1_000)).toEqual(['verify']);
});

test.each([
  ['auditLog', 'audit log', 'audit-log', ['audit_log_fault', 'back_up_fault']],
  ['restore', 'verify', 'restore', ['back_up_fault', 'audit_log_fault']],
] as const)(
  'a fault of %s stays in its measure until the same check finds none',
  async (check, work, name, [own, other]) => {
    faults[check] = 'public.participant has 1 rows instead of 2';
    await at(0);
    expect(said).toContain(`${name}: public.participant has 1 rows instead of 2`);
    expect([await measure(own), await measure(other)]).toEqual(['1', '0']);
    faults[check] = null;
    expect(await at(6 * HOUR_MS)).toEqual(['take', work]);
    expect(said).toEqual(['back-up: taken, 0 expired', `${name}: verified`]);
    expect([await measure(own), await measure(other)]).toEqual(['0', '0']);
    expect(await at(6 * HOUR_MS + 1)).toEqual([]);
  },
);

test('the measures are of the newest back-up, and each check has its own time', async () => {
  await at(0);
  const seconds = (ms: number) => String((begin.getTime() + ms) / 1000);
  await at(DAY_MS);
  writeFileSync(folder.nameFor(new Date(begin.getTime() + DAY_MS)), 'the newest');
  expect(await measure('back_up_timestamp_seconds')).toBe(seconds(DAY_MS));
  expect(await measure('back_up_bytes')).toBe('10');
  expect(await measure('back_up_verified_timestamp_seconds')).toBe(seconds(0));
  expect(await measure('audit_log_verified_timestamp_seconds')).toBe(seconds(DAY_MS));
});

test('the measures say that there is no back-up, and when pgBackRest last succeeded where it runs', async () => {
  for (const name of ['back_up', 'back_up_verified', 'audit_log_verified'])
    expect(await measure(`${name}_timestamp_seconds`)).toBe('0');
  expect(await measure('back_up_bytes')).toBeUndefined();
  expect(await measure('pgbackrest_timestamp_seconds')).toBeUndefined();
  writeFileSync(join(path, 'pgbackrest-succeeded'), '');
  utimesSync(join(path, 'pgbackrest-succeeded'), begin, begin);
  expect(await measure('pgbackrest_timestamp_seconds')).toBe(String(begin.getTime() / 1000));
});

test('each measure is of its own back-up or check', async () => {
  await at(0);
  await at(6 * HOUR_MS);
  const newest = folder.list().at(-1)?.file ?? '';
  writeFileSync(newest, 'a larger one than before');
  const second = (ms: number) => String((begin.getTime() + ms) / 1000);
  const day = (days: number) => new Date(begin.getTime() + days * DAY_MS);
  folder.writeOutcome('restore', { at: day(1), fault: 'public.participant has 1 rows instead of 2' });
  folder.writeOutcome('audit-log', { at: day(2), fault: null });
  const names = ['timestamp_seconds', 'bytes', 'verified_timestamp_seconds', 'fault'];
  expect(await Promise.all(names.map((name) => measure(`back_up_${name}`)))).toEqual([
    ...[second(6 * HOUR_MS), '24', second(DAY_MS), '1'],
  ]);
  expect(await measure('audit_log_verified_timestamp_seconds')).toBe(second(2 * DAY_MS));
  expect(await measure('audit_log_fault')).toBe('0');
});

test('each setting says what it names, and nothing else', () => {
  expect(
    readBackUpSettings({
      DATABASE_OWNER_URL: 'postgres://owner@db/stepwise',
      BACK_UP_PASSPHRASE_FILE: '/one',
      ...{ BACK_UP_FOLDER: '/two', BACK_UP_SCRATCH: '/three', BACK_UP_PORT: '9000' },
      ...{ BACK_UP_HOURS: '2', BACK_UP_DAYS: '40', BACK_UP_VERIFY_DAYS: '3' },
    }),
  ).toEqual({
    ...{ databaseUrl: 'postgres://owner@db/stepwise', passphraseFile: '/one' },
    ...{ folder: '/two', scratch: '/three', port: 9000 },
    ...{ everyMs: 2 * HOUR_MS, keepMs: 40 * DAY_MS, verifyEveryMs: 3 * DAY_MS },
  });
});

test('settings that cannot be used are named, without what they hold', () => {
  expect(() => readBackUpSettings({ DATABASE_OWNER_URL: 'mysql://secret', BACK_UP_HOURS: '0' })).toThrow(
    /DATABASE_OWNER_URL \(must start with postgresql:\/\/\), BACK_UP_PASSPHRASE_FILE .*, BACK_UP_HOURS/,
  );
});

test('settings have the units that their names say, and an empty one is not set', () => {
  const required = {
    DATABASE_OWNER_URL: 'postgresql://owner@localhost/stepwise',
    BACK_UP_PASSPHRASE_FILE: '/run/secrets/back-up-passphrase',
  };
  const given = {
    ...{ BACK_UP_FOLDER: '/disk', BACK_UP_SCRATCH: '/scratch', BACK_UP_HOURS: '12' },
    ...{ BACK_UP_DAYS: '90', BACK_UP_VERIFY_DAYS: '1', BACK_UP_PORT: '9200' },
  };
  const { databaseUrl, passphraseFile, ...read } = readBackUpSettings({ ...required, ...given });
  expect([databaseUrl, passphraseFile]).toEqual(Object.values(required));
  expect(read).toEqual({
    ...{ folder: '/disk', scratch: '/scratch', port: 9200 },
    ...{ everyMs: 12 * HOUR_MS, keepMs: 90 * DAY_MS, verifyEveryMs: DAY_MS },
  });
  const empty = Object.fromEntries(Object.keys(given).map((name) => [name, '']));
  expect(readBackUpSettings({ ...required, ...empty })).toEqual(settings);
});
