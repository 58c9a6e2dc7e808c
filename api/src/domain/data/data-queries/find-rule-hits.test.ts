import { describe, expect, test } from '@jest/globals';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { readConfig } from '../../../platform/config/config.ts';
import { loadContent } from '../../core/content/load-content.ts';
import { findRuleHits } from './find-rule-hits.ts';

const { rules } = loadContent(readConfig({}).contentDir).queries;

const RECORD: DailyRecord = {
  date: '2026-03-10',
  localDate: '2026-03-10',
  recordedAt: '2026-03-10T01:00:00.000Z',
  timeZone: 'Australia/Melbourne',
  addedLater: false,
  ...{ sleep: false, mood: false, active: true, symptoms: [], activities: [] },
};
const symptom = (category: 'sleep' | 'mood' | 'active') => ({
  ...{ id: 1, text: 'Night sweats', category, redflag: false, selfHarm: false },
});
const hits = (...records: Partial<DailyRecord>[]) =>
  findRuleHits(
    rules,
    records.map((record) => ({ ...RECORD, ...record })),
  ).map(({ id }) => id);

describe('the rules that raise a data query', () => {
  test.each([
    ['a record without contradiction', [{}], []],
    ['a symptom of what is not good', [{ symptoms: [symptom('sleep')] }], []],
    ['good sleep with a symptom of mood', [{ sleep: true, symptoms: [symptom('mood')] }], []],
    [
      'good sleep with one of sleep',
      [{ sleep: true, symptoms: [symptom('sleep')] }],
      ['sleep-good-with-symptom'],
    ],
    [
      'activities without activity in one of two records in force',
      [{}, { active: false, activities: [{ id: 1, text: 'Walk' }] }],
      ['inactive-with-activities', 'two-in-force'],
    ],
    [
      'activities without activity',
      [{ active: false, activities: [{ id: 1, text: 'Walk' }] }],
      ['inactive-with-activities'],
    ],
    ['two records in force', [{}, {}], ['two-in-force']],
  ])('%s', (_, records, ids) => {
    expect(hits(...records)).toEqual(ids);
  });
});
