import { expect, test } from '@jest/globals';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { iconOf, iconOfAll, recordInWords } from './answer-icons.ts';

test('a flagged symptom makes its own category a warning and no other', () => {
  const record = buildRecord({
    sleep: false,
    mood: false,
    symptoms: [
      buildSymptom({ category: 'sleep', redflag: false }),
      buildSymptom({ id: 2, category: 'mood', redflag: true }),
    ],
  });
  expect(iconOf(record, 'sleep')).toBe('otherwise');
  expect(iconOf(record, 'mood')).toBe('warning');
  expect(iconOf(record, 'active')).toBe('good');
  expect(recordInWords(record)).toBe('Sleep not so good, mood warning sign, activity good');
});

test('a warning sign is shown even beside a good answer', () => {
  const record = buildRecord({ mood: true, symptoms: [buildSymptom({ category: 'mood', redflag: true })] });
  expect(iconOf(record, 'mood')).toBe('warning');
});

test('the mark of a date with two records is a warning where one of them has it, else the later one’s', () => {
  const warned = buildRecord({ mood: false, symptoms: [buildSymptom({ category: 'mood', redflag: true })] });
  const bad = buildRecord({ mood: false });
  expect(iconOfAll([warned, buildRecord()], 'mood')).toBe('warning');
  expect(iconOfAll([bad, buildRecord()], 'mood')).toBe('good');
  expect(iconOfAll([buildRecord(), bad], 'mood')).toBe('otherwise');
  expect(iconOfAll([], 'mood')).toBeUndefined();
});
