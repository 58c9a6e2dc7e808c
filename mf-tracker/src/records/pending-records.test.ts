import { expect, test } from '@jest/globals';
import type { OutboxEntry } from '@stepwise/shared-contracts/client/outbox-storage';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { checkUpOf, pendingRecords, withPending } from './pending-records.ts';

const lists = {
  symptoms: [buildSymptom({ id: 1 }), buildSymptom({ id: 2, category: 'mood', redflag: true })],
  activities: [{ id: 7, text: 'Walk' }],
};
const entry = (overrides: Partial<OutboxEntry> = {}, body: object = {}): OutboxEntry => ({
  id: 'one',
  account: 'a',
  path: '/api/save-record/',
  createdAt: '2026-11-19T22:00:00.000Z',
  body: {
    symptoms: [2],
    sleep: true,
    mood: false,
    active: true,
    activities: [7],
    recordedAt: '2026-11-19T22:00:00.000Z',
    ...body,
  },
  ...overrides,
});

test('a waiting check-up of 9:00 in Melbourne is kept under its UTC date and told by the local one', () => {
  const record = pendingRecords([entry()], lists, 'Australia/Melbourne').get('2026-11-19');
  expect(record).toEqual({
    date: '2026-11-19',
    localDate: '2026-11-20',
    timeZone: 'Australia/Melbourne',
    recordedAt: '2026-11-19T22:00:00.000Z',
    sleep: true,
    mood: false,
    active: true,
    symptoms: [lists.symptoms[1]],
    activities: lists.activities,
  });
});

test('the later of two waiting check-ups of one date counts, and it replaces what the server has', () => {
  const entries = [entry(), entry({ id: 'two' }, { mood: true, symptoms: [] })];
  const pending = pendingRecords(entries, lists, 'UTC');
  expect(pending.size).toBe(1);
  const kept = [buildRecord({ date: '2026-11-18' }), buildRecord({ date: '2026-11-19', sleep: false })];
  const shown = withPending([...kept, buildRecord({ date: '2026-11-20' })], pending);
  expect(shown.map(({ date, sleep, mood }) => [date, sleep, mood])).toEqual([
    ['2026-11-18', true, true],
    ['2026-11-19', true, true],
    ['2026-11-20', true, true],
  ]);
});

test('other saves, and bodies nobody can read, are left alone', () => {
  expect(checkUpOf(entry({ path: '/api/save-doctor/' }))).toBeNull();
  expect(checkUpOf(entry({ body: { sleep: 'yes' } }))).toBeNull();
});

test('nothing waiting keeps the same array, so that nothing is drawn again', () => {
  const records = [buildRecord()];
  expect(withPending(records, new Map())).toBe(records);
});
