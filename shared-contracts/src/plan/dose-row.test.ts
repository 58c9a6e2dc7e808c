import { describe, expect, test } from '@jest/globals';
import { doseRowText } from './dose-row.ts';

const sertraline = {
  rows: [
    { dose: 100, timesperday: 1 as const, forms: [62], text: 'Take one 100 mg tablet.' },
    { dose: 100, timesperday: 1 as const, forms: [61], text: 'Take two 50 mg tablets.' },
    { dose: 150, timesperday: 1 as const, forms: [61, 62], text: 'Take one of each.' },
  ],
};
const textFor = (dose: number, strengths: number[], timesperday: 1 | 2 = 1) =>
  doseRowText(sertraline, { dose, timesperday, strengths });

describe('how to make up a dose', () => {
  test('is the first row whose strengths a person has', () => {
    expect(textFor(100, [61, 62])).toBe('Take one 100 mg tablet.');
    expect(textFor(100, [61])).toBe('Take two 50 mg tablets.');
  });

  test('needs each strength of the row', () => {
    expect(textFor(150, [61])).toBeNull();
    expect(textFor(150, [61, 62])).toBe('Take one of each.');
  });

  test('is not said for another dose, another number of times a day or without strengths', () => {
    expect(textFor(75, [61, 62])).toBeNull();
    expect(textFor(100, [61, 62], 2)).toBeNull();
    expect(textFor(100, [])).toBeNull();
    expect(doseRowText({}, { dose: 100, timesperday: 1, strengths: [61] })).toBeNull();
  });
});
