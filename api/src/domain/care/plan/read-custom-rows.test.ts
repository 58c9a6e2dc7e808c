import { expect, test } from '@jest/globals';
import { readConfig } from '../../../platform/config/config.ts';
import { loadContent } from '../../core/content/load-content.ts';
import { findContentOf } from './find-plan-content.ts';
import { readCustomRows } from './read-custom-rows.ts';

const VENLAFAXINE = 17;
const { schedule, medicine } = findContentOf(loadContent(readConfig({}).contentDir), VENLAFAXINE);
const HOW = 'One 37.5 mg capsule.';
const NONE_LEFT = schedule.steps.find(({ dose }) => dose === 0)?.howToTake ?? '';
const ANY = schedule.steps.find(({ dose }) => dose === 75)?.howToTake ?? '';
const steps = schedule.steps.map((step) => (step.dose === 37 ? { ...step, howToTake: HOW } : step));

const TODAY = '2026-03-10';
const read = (dose: string, note: string) =>
  readCustomRows([{ date: '10/03/2026', dose, note }], {
    schedule: { ...schedule, steps },
    medicine,
    today: TODAY,
    reported: null,
    prepareUnmakeable: 'Ask.',
  });

test.each([
  ['37', HOW],
  ['37.5', HOW],
  ['0', NONE_LEFT],
  ['112.5', ANY],
  ['112.5', 'One 75 mg and one 37.5 mg capsule.'],
])('%s mg may have the note: %s', (dose, note) => {
  expect(read(dose, note)).toMatchObject([{ note }]);
});

test.each(['37', '37.5', '37.5 mg', '37.5MG', ' 37.50 mg '])(
  '%j is read as the number that schedules store',
  (typed) => {
    expect(read(typed, '')).toMatchObject([{ dose: 37 }]);
  },
);

test('a dose of more digits than the table holds is rejected, and the highest one is read', () => {
  expect(read('9999.99', '')).toMatchObject([{ dose: 9_999.99 }]);
  for (const typed of ['10000', '37.555', '37,5', '1e2', '.5', '5 ml', 'mg', ''])
    expect(() => read(typed, '')).toThrow(rejectedAt(0, 'dose'));
});

test('a day is read with or without its zeros, the day before the month', () => {
  const dateOf = (date: string) =>
    readCustomRows([{ date, dose: '75', note: '' }], {
      ...{ schedule, medicine, today: TODAY, reported: null, prepareUnmakeable: 'Ask.' },
    })[0]?.date;
  for (const typed of ['06/04/2026', '6/4/2026', ' 2026-04-06 ']) expect(dateOf(typed)).toBe('2026-04-06');
  for (const typed of ['04/31/2026', '31/04/2026', '6/4/26', '2026-4-6', ''])
    expect(() => dateOf(typed)).toThrow(rejectedAt(0, 'date'));
});

test.each([
  ['75', HOW],
  ['37.5', NONE_LEFT],
])('%s mg may not have the note: %s', (dose, note) => {
  expect(() => read(dose, note)).toThrow('Nothing was saved.');
});

test.each(['10/03/0226', '10/03/2206', '08/03/2016', '12/03/2036'])(
  'a row of %s, more than ten years away, is rejected at its date',
  (date) => {
    const rows = [{ date, dose: '75', note: '' }];
    expect(() =>
      readCustomRows(rows, { schedule, medicine, today: TODAY, reported: null, prepareUnmakeable: 'Ask.' }),
    ).toThrow(
      expect.objectContaining({
        code: 'unprocessable',
        issues: [
          {
            path: ['customDates', 0, 'date'],
            message: 'This day is more than ten years away. Check its year.',
          },
        ],
      }),
    );
  },
);

test.each(['11/03/2016', '10/03/2036'])('a row of %s, within ten years, is taken', (date) => {
  const rows = [{ date, dose: '75', note: '' }];
  expect(
    readCustomRows(rows, { schedule, medicine, today: TODAY, reported: null, prepareUnmakeable: 'Ask.' }),
  ).toHaveLength(1);
});

/** Of rows of a plan that runs, of which 75 mg was reported. */
const readRunning = (...rows: [date: string, dose: string][]) =>
  readCustomRows(
    rows.map(([date, dose]) => ({ date, dose, note: '' })),
    { schedule, medicine, today: TODAY, reported: () => 75, prepareUnmakeable: 'Ask.' },
  );
const rejectedAt = (...path: unknown[]) =>
  expect.objectContaining({ issues: [expect.objectContaining({ path: ['customDates', ...path] })] });

test('a row of a day before today with a dose that was not reported is rejected, and one of today is not', () => {
  expect(() => readRunning(['09/03/2026', '112.5'])).toThrow(rejectedAt(0, 'dose'));
  expect(readRunning(['09/03/2026', '75'])).toHaveLength(1);
  expect(readRunning([TODAY, '112.5'])).toHaveLength(1);
});

test('a row of the day of the row above is rejected', () => {
  expect(() => readRunning([TODAY, '75'], [TODAY, '37.5'])).toThrow(rejectedAt(1, 'date'));
  expect(readRunning([TODAY, '75'], ['11/03/2026', '37.5'])).toHaveLength(2);
});

test('a row more than ten years after the row above is rejected at its own date', () => {
  const rowsUntil = (last: string) => readRunning(['10/03/2025', '75'], [last, '37.5']);
  expect(rowsUntil('11/03/2035')).toMatchObject([{ days: 3_653 }, { days: 0 }]);
  expect(() => rowsUntil('12/03/2035')).toThrow(rejectedAt(1, 'date'));
});

test('what has to be prepared is the schedule’s, or the content’s for a dose that no form makes', () => {
  const prepareFor = (dose: string) => read(dose, '')[0]?.prepare;
  expect(prepareFor('37.5')).toBe('Ask your doctor now for a prescription of 37.5 mg capsules.');
  expect(prepareFor('75')).toBe('');
  expect(prepareFor('112.5')).toBe('');
  expect(prepareFor('60')).toBe('Ask.');
});
