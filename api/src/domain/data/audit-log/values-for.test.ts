import { describe, expect, test } from '@jest/globals';
import type { AuditRow } from './read-audit-log.ts';
import { isWithheld, valuesFor } from './values-for.ts';

const event = (type: string, after: unknown, before: unknown = null) => ({ type, before, after }) as AuditRow;
const shownTo = (names: boolean, row: AuditRow) => {
  const { before, after } = valuesFor({ names, arms: true }, row);
  return { before, after };
};

describe('who sees no names', () => {
  test('reads no reason of a changed plan, which is typed, but one that was chosen from a list', () => {
    const plan = event('plan.changed', { reason: 'Ada asked', steps: 3 }, { reason: 'Ada called', steps: 4 });
    expect(shownTo(false, plan)).toEqual({ before: { steps: 4 }, after: { steps: 3 } });
    expect(shownTo(false, event('plan.left', { reason: 'health' })).after).toEqual({ reason: 'health' });
  });

  test('reads no words of own items and no note, however deep', () => {
    const values = {
      mood: true,
      symptomTexts: ['Ada’s'],
      activityTexts: ['Choir'],
      more: [{ text: 'Ada', note: 'x' }],
    };
    expect(shownTo(false, event('record.saved', values)).after).toEqual({ mood: true, more: [{}] });
  });

  test('reads nothing of an event that may hold a name', () => {
    expect(shownTo(false, event('doctor.changed', { phone: '1' }, { phone: '2' }))).toEqual({
      before: null,
      after: null,
    });
    const named = [
      ...['account.registered', 'account.passkey-added', 'account.passkey-renamed', 'device.logged-out'],
      ...['details.changed', 'address.confirmed', 'address.confirmed-by-link', 'support.changed'],
      ...['helpers.revealed', 'questionnaire-link.changed', 'acting.started', 'note.added'],
      ...['activity.added', 'activity.removed', 'symptom.added', 'symptom.removed'],
      ...['warning-sign.dealt-with', 'data-query.raised', 'data-query.answered', 'data-query.closed'],
      ...['adverse-event.recorded', 'adverse-event.changed', 'adverse-event.voided', 'staff.added'],
    ];
    for (const type of named)
      expect([type, isWithheld({ names: false, arms: true }, { type })]).toEqual([type, true]);
  });
});

test('who sees names reads every value', () => {
  const values = { reason: 'Ada asked', note: 'Call Ada' };
  expect(shownTo(true, event('plan.changed', values)).after).toEqual(values);
  expect(shownTo(true, event('note.added', values)).after).toEqual(values);
});
