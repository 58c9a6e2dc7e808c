import { expect, test } from '@jest/globals';
import { buildAllData, buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import type { OutboxEntry } from '../client/outbox-storage.ts';
import { EMPTY_STATE } from '../store/participant-state.ts';
import { shownState } from '../store/shown-state.ts';

const lists = {
  symptoms: [buildSymptom({ id: 1 }), buildSymptom({ id: 2, category: 'mood', redflag: true })],
  activities: [{ id: 7, text: 'Walk' }],
};
const server = (records = [buildRecord({ date: '2026-11-18' })]) => ({
  ...EMPTY_STATE,
  ...buildAllData({ ...lists, records }),
});
const entry = (overrides: Partial<OutboxEntry> = {}, body: object = {}): OutboxEntry => ({
  id: '00000000000a',
  account: 'a',
  path: '/api/save-record/',
  createdAt: '2026-11-19T22:00:00.000Z',
  timeZone: 'Australia/Melbourne',
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

test('an unsent check-up of 9:00 in Melbourne is stored under its UTC date and shown under the local one', () => {
  expect(shownState(server([]), [entry()]).records).toEqual([
    {
      date: '2026-11-19',
      localDate: '2026-11-20',
      timeZone: 'Australia/Melbourne',
      recordedAt: '2026-11-19T22:00:00.000Z',
      sleep: true,
      mood: false,
      active: true,
      symptoms: [lists.symptoms[1]],
      activities: lists.activities,
    },
  ]);
});

test('the later of two unsent check-ups of one date counts, and it replaces what the server has', () => {
  const entries = [entry(), entry({ id: '00000000000b' }, { mood: true, symptoms: [] })];
  const records = ['2026-11-18', '2026-11-19', '2026-11-20'].map((date) =>
    buildRecord({ date, mood: false }),
  );
  const shown = shownState(server(records), entries);
  expect(shown.records.map(({ date, mood }) => [date, mood])).toEqual([
    ['2026-11-18', false],
    ['2026-11-19', true],
    ['2026-11-20', false],
  ]);
});

test.each([
  ['a save of a call that is no longer there', entry({ path: '/api/save-dream/' })],
  ['a body that cannot be read', entry({ body: null })],
])('%s changes nothing', (_, unreadable) => {
  const known = server();
  expect(shownState(known, [unreadable])).toEqual(known);
});

test('nothing unsent gives the same state, so that nothing is rendered again', () => {
  const known = server();
  expect(shownState(known, [])).toBe(known);
});
