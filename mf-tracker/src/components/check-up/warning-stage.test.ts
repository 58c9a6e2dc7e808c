import { expect, test } from '@jest/globals';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { emptyDraft } from './check-up-draft.ts';
import { warningStage } from './warning-stage.ts';

// In the morning, while UTC still has the day before.
const today = { key: '2026-11-19', local: '2026-11-20', timeZone: 'Australia/Melbourne', isMorning: true };
const sign = buildSymptom({ id: 3, redflag: true });
const warned = buildRecord({ date: '2026-11-19', localDate: '2026-11-20', symptoms: [sign] });
const harmless = buildRecord({ date: '2026-11-19', localDate: '2026-11-20', symptoms: [] });
const none = { records: [], unsent: [], draft: emptyDraft(today), symptoms: [sign] };
const ticked = {
  ...emptyDraft(today),
  answers: { ...emptyDraft(today).answers, sleep: false, symptoms: [sign.id] },
};

test('a warning sign of today is saved, or waits where no record of one has left the device', () => {
  expect(warningStage(today, { ...none, records: [harmless] })).toBeUndefined();
  expect(warningStage(today, { ...none, records: [warned] })).toBe('saved');
  expect(warningStage(today, { ...none, records: [warned], unsent: [warned] })).toBe('not-sent');
  const later = { ...warned };
  expect(warningStage(today, { ...none, records: [warned, later], unsent: [later] })).toBe('saved');
});

test('one of yesterday counts where it was added today, and no older one does', () => {
  const of = (localDate: string, addedLater: boolean) =>
    warningStage(today, { ...none, records: [{ ...warned, date: localDate, localDate, addedLater }] });
  expect(of('2026-11-19', true)).toBe('saved');
  expect(of('2026-11-19', false)).toBeUndefined();
  expect(of('2026-11-18', true)).toBeUndefined();
});

test('one that is ticked and not saved is known until the day ends', () => {
  expect(warningStage(today, { ...none, draft: ticked })).toBe('not-saved');
  expect(warningStage(today, { ...none, draft: { ...ticked, begunOn: '2026-11-19' } })).toBeUndefined();
  expect(warningStage(today, { ...none, draft: { ...emptyDraft(today), urgency: 'warning' } })).toBeNull();
});

test('a check-up that begins is of the person’s own day', () => {
  expect(emptyDraft(today)).toMatchObject({ begunOn: '2026-11-20', day: '2026-11-20' });
});
