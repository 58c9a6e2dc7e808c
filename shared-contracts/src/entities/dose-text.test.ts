import { describe, expect, test } from '@jest/globals';
import { type DoseWords, doseBreakdown, doseText } from './dose-text.ts';

const SCHEDULES: DoseWords[] = [
  { id: 11, unit: 'mg' },
  {
    id: 21,
    unit: 'mg',
    doseWords: [
      { dose: 150, split: '75mg twice a day' },
      { dose: 37, shown: 37.5, split: '37.5mg once a day' },
    ],
  },
  { id: 22, unit: 'drops' },
  // Of a server that sends no words.
  { id: 23 },
];

describe('doseText', () => {
  const text = (dose: number, schedule: number | null) => doseText(dose, schedule, SCHEDULES);

  test('shows number and unit of the schedule', () => {
    expect(text(1.5, 11)).toBe('1.5 mg');
    expect(text(0, 21)).toBe('0 mg');
    expect(text(20, 22)).toBe('20 drops');
  });

  test('shows the real number where the trial writes a rounded one, by its own schedule only', () => {
    expect(text(37, 21)).toBe('37.5 mg');
    expect(text(37.5, 21)).toBe('37.5 mg');
    for (const schedule of [11, 23, 24, null]) expect(text(37, schedule)).toBe('37 mg');
  });
});

describe('doseBreakdown', () => {
  const split = (dose: number, schedule: number | null, timesperday: 1 | 2 = 2) =>
    doseBreakdown(dose, { schedule, timesperday }, SCHEDULES);

  test('gives the split of a dose taken twice a day, word for word', () => {
    expect(split(150, 21)).toBe('75mg twice a day');
    expect(split(37, 21)).toBe('37.5mg once a day');
    expect(split(37.5, 21)).toBe('37.5mg once a day');
  });

  test('gives none for another dose, once a day, another schedule or none', () => {
    for (let dose = 0; dose <= 400; dose += 0.5)
      if (![150, 37, 37.5].includes(dose)) expect(split(dose, 21)).toBeNull();
    expect(split(150, 21, 1)).toBeNull();
    for (const schedule of [11, 22, 23, 24, null]) expect(split(150, schedule)).toBeNull();
  });
});
