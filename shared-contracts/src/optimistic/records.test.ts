import { describe, expect, test } from '@jest/globals';
import {
  buildAllData,
  buildHelp,
  buildRecord,
  buildSymptom,
} from '@stepwise/tooling/testing/entity-builders';
import type { OutboxEntry } from '../client/outbox-storage.ts';
import { addDays } from '../dates/plain-date.ts';
import { EMPTY_STATE } from '../store/participant-state.ts';
import { shownState } from '../store/shown-state.ts';
import { participantSaves } from './participant-saves.ts';
import { recordOn } from './records.ts';

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
  expect(shownState(participantSaves, server([]), [entry()]).records).toEqual([
    {
      date: '2026-11-19',
      localDate: '2026-11-20',
      addedLater: false,
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

test('the later of two unsent check-ups of one date and own day counts, and replaces what the server has', () => {
  const entries = [entry(), entry({ id: '00000000000b' }, { mood: true, symptoms: [] })];
  const records = ['2026-11-18', '2026-11-19', '2026-11-20'].map((date) =>
    buildRecord({ date, localDate: addDays(date, 1), recordedAt: `${date}T21:00:00.000Z`, mood: false }),
  );
  const shown = shownState(participantSaves, server(records), entries);
  expect(shown.records.map(({ date, mood }) => [date, mood])).toEqual([
    ['2026-11-18', false],
    ['2026-11-19', true],
    ['2026-11-20', false],
  ]);
});

test('a check-up that another device made later in the same day stays in force', () => {
  const later = buildRecord({
    date: '2026-11-19',
    localDate: '2026-11-20',
    recordedAt: '2026-11-19T23:00:00.000Z',
  });
  expect(shownState(participantSaves, server([later]), [entry()]).records).toEqual([later]);
});

// 20:00 and 9:00 in Melbourne, of which the UTC dates are the 19th and the 19th; and 20:00 on the 20th.
const thursdayEvening = '2026-11-19T09:00:00.000Z';
const fridayMorning = '2026-11-19T22:00:00.000Z';
const fridayEvening = '2026-11-20T09:00:00.000Z';
test.each([
  [
    'the evening before, of the same UTC date',
    [thursdayEvening],
    [
      ['19', '19'],
      ['19', '20'],
    ],
  ],
  [
    'the evening of the same own day',
    [fridayEvening],
    [
      ['19', '20'],
      ['20', '20'],
    ],
  ],
  ['the same morning', [fridayMorning], [['19', '20']]],
  [
    'both evenings',
    [thursdayEvening, fridayEvening],
    [
      ['19', '19'],
      ['19', '20'],
      ['20', '20'],
    ],
  ],
])('beside a record of %s a check-up of 9:00 leaves these dates and own days', (_, before, expected) => {
  const made = [...before, fridayMorning].map((recordedAt, index) =>
    entry({ id: `00000000000${index}`, createdAt: recordedAt }, { recordedAt }),
  );
  const days = shownState(participantSaves, server([]), made).records.map(({ date, localDate: day }) => [
    date.slice(8),
    day.slice(8),
  ]);
  expect(days).toEqual(expected);
});

test('of two check-ups of one own day the last one counts', () => {
  const made = [fridayEvening, fridayMorning].map((recordedAt, index) =>
    entry({ id: `00000000000${index}`, createdAt: recordedAt }, { recordedAt, mood: index === 0 }),
  );
  expect(recordOn(shownState(participantSaves, server([]), made).records, '2026-11-20')?.mood).toBe(true);
});

test('yesterday is stored under its calendar date, as added later, and leaves today’s activities as they are', () => {
  const shown = shownState(participantSaves, server([]), [entry({}, { localDate: '2026-11-19' })]);
  expect(shown.records).toMatchObject([{ date: '2026-11-19', localDate: '2026-11-19', addedLater: true }]);
  expect(shown.todayActivities).toEqual([]);
});

test.each([
  ['a save of a call that is no longer there', entry({ path: '/api/save-dream/' })],
  ['a body that cannot be read', entry({ body: null })],
])('%s changes nothing', (_, unreadable) => {
  const known = server();
  expect(shownState(participantSaves, known, [unreadable])).toEqual(known);
});

test('an empty outbox gives the same state, so that nothing is rendered again', () => {
  const known = server();
  expect(shownState(participantSaves, known, [])).toBe(known);
});

describe('an unsent check-up of self-harm', () => {
  const AT = '2026-11-19T22:00:00.000Z';
  const selfHarm = buildSymptom({ id: 3, category: 'mood', redflag: true, selfHarm: true });
  const shownAfter = (entries: OutboxEntry[], known: ReturnType<typeof buildHelp> | undefined) => {
    const data = buildAllData({ symptoms: [...lists.symptoms, selfHarm], help: known });
    return shownState(participantSaves, { ...EMPTY_STATE, ...data }, entries).help?.selfHarm;
  };
  const ofSelfHarm = (recordedAt: string) => entry({}, { symptoms: [3], recordedAt });
  const help = (at: string, isOpen: boolean) => buildHelp({ selfHarm: { at, isOpen, readAt: AT } });

  test('turns help on, and a good one after it does not turn it off', () => {
    const good = entry({ id: '00000000000b' }, { mood: true, symptoms: [] });
    expect(shownAfter([ofSelfHarm(AT), good], buildHelp())).toEqual({ at: AT, isOpen: true, readAt: null });
  });

  test('opens a sign that was closed', () => {
    const before = help('2026-11-19T20:00:00.000Z', false);
    expect(shownAfter([ofSelfHarm(AT)], before)).toEqual({ at: AT, isOpen: true, readAt: null });
  });

  test('changes nothing that the server has of it, or of a later one that is open', () => {
    expect(shownAfter([ofSelfHarm(AT)], help(AT, true))).toEqual(help(AT, true).selfHarm);
    const earlier = ofSelfHarm('2026-11-19T21:00:00.000Z');
    expect(shownAfter([earlier], help(AT, true))).toEqual(help(AT, true).selfHarm);
    expect(shownAfter([earlier], help(AT, false))).toEqual({ at: AT, isOpen: true, readAt: null });
  });

  test('is none where an earlier server says nothing of help, and where it is of another warning sign', () => {
    expect(shownAfter([ofSelfHarm(AT)], undefined)).toBeUndefined();
    expect(shownAfter([entry()], buildHelp())).toBeNull();
  });
});
