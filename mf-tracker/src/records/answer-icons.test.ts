import { expect, test } from '@jest/globals';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { iconOf, recordInWords } from './answer-icons.ts';

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
