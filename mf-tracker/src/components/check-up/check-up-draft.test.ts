import { expect, test } from '@jest/globals';
import { buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { draftAfter, emptyDraft, readDraft } from './check-up-draft.ts';

// In the morning, while UTC still has the day before.
const today = { key: '2026-11-19', local: '2026-11-20', timeZone: 'Australia/Melbourne', isMorning: true };
const begun = {
  ...emptyDraft(today),
  step: 'mood' as const,
  answers: { sleep: false, mood: null, active: null, symptoms: [1, 4], activities: [] },
};

test('a draft of today is read as it was stored', () => {
  expect(readDraft(begun, '2026-11-20')).toBe(begun);
  expect(readDraft(begun, '2026-11-21')).toBeNull();
  for (const urgency of ['none', 'warning', 'crisis'])
    expect(readDraft({ ...begun, urgency }, '2026-11-20')).toMatchObject({ urgency });
});

test.each([
  ['begunOn', { begunOn: 20_261_120 }],
  ['day', { day: undefined }],
  ['step', { step: 'dreams' }],
  ['urgency', { urgency: 'high' }],
  ['answers', { answers: null }],
  ...(['sleep', 'mood', 'active'] as const).map(
    (field) => [field, { answers: { ...begun.answers, [field]: 'yes' } }] as const,
  ),
  ['symptoms', { answers: { ...begun.answers, symptoms: ['Anxious'] } }],
  ['activities', { answers: { ...begun.answers, activities: undefined } }],
])('a draft whose %s another release wrote otherwise is not read', (_, changed) => {
  expect(readDraft({ ...begun, ...changed }, '2026-11-20')).toBeNull();
});

test('an empty check-up in the place of another keeps what the answers before called for, and since when', () => {
  const symptoms = [
    buildSymptom({ id: 1, redflag: true }),
    buildSymptom({ id: 4, redflag: true, selfHarm: true }),
  ];
  const tickedAt = '2026-11-19T22:00:00.000Z';
  const after = draftAfter({ ...begun, tickedAt }, today, symptoms);
  expect(after).toEqual({ ...emptyDraft(today), urgency: 'crisis', carriedAt: tickedAt });
  const warned = { ...after, answers: { ...begun.answers, symptoms: [1] } };
  expect(draftAfter(warned, today, symptoms)).toEqual(after);
});
