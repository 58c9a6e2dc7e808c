import { describe, expect, test } from '@jest/globals';
import { checkResults } from './check-results.ts';

const CODEBOOK = {
  demonstration: true,
  columns: { studyId: 'record_id', months: 'months', completedOn: 'completed_on' },
  fields: [
    { name: 'dose_mg', text: 'Dose', type: 'number', unit: 'mg a day', min: 0, max: 600, optional: false },
    {
      name: 'other',
      text: 'Another',
      type: 'choice',
      optional: false,
      options: [
        { value: 0, text: 'No' },
        { value: 1, text: 'Yes' },
      ],
    },
    { name: 'mood', text: 'Mood', type: 'whole-number', min: 0, max: 10, optional: true },
  ],
} as const satisfies Parameters<typeof checkResults>[1] | object;

const opensOn = new Map([
  [3, '2026-06-03'],
  [6, '2026-09-03'],
]);
const AGAINST = {
  today: '2026-10-01',
  people: new Map([
    ['P1', { id: 'one', opensOn, stoppedOn: null }],
    ['P2', { id: 'two', opensOn, stoppedOn: '2026-06-05' }],
  ]),
};
const HEADER = 'record_id,months,completed_on,dose_mg,other,mood';
const check = (...lines: string[]) =>
  checkResults(lines.join('\r\n'), CODEBOOK as unknown as Parameters<typeof checkResults>[1], AGAINST);

describe('a CSV of results', () => {
  test('is read by the codebook, in any order of its columns', () => {
    const { results, faults } = check(
      '\uFEFFmonths,completed_on,record_id,mood,other,dose_mg',
      '3,2026-06-10,P1,,0,37.5',
      '6,2026-09-03, p1 ,7,1,0',
    );
    expect(faults).toEqual([]);
    expect(results).toEqual([
      {
        participant: 'one',
        months: 3,
        completedOn: '2026-06-10',
        answers: { dose_mg: 37.5, other: 0, mood: null },
      },
      {
        participant: 'one',
        months: 6,
        completedOn: '2026-09-03',
        answers: { dose_mg: 0, other: 1, mood: 7 },
      },
    ]);
  });

  test('with one fault gives no result at all', () => {
    const { results, faults } = check(HEADER, 'P1,3,2026-06-10,50,0,', 'P1,6,2026-09-10,-1,0,');
    expect(results).toEqual([]);
    expect(faults).toEqual([{ row: 3, column: 'dose_mg', fault: 'It is no number from 0 to 600.' }]);
  });

  test.each(['P2,3,2026-06-05,50,0,', 'P1,3,2026-10-01,0,0,0', 'P1,3,2026-06-03,600,1,10'])(
    'at an end of what is allowed is read: %s',
    (line) => {
      expect(check(HEADER, line).faults).toEqual([]);
    },
  );

  test.each([
    ['P9,3,2026-06-10,50,0,', 'record_id', /No participant/],
    ['P1,4,2026-06-10,50,0,', 'months', /none of 3, 6/],
    ['P1,,2026-06-10,50,0,', 'months', /none of 3, 6/],
    ['P1,3,10/06/2026,50,0,', 'completed_on', /no day like/],
    ['P1,3,2026-06-31,50,0,', 'completed_on', /no day like/],
    ['P1,3,2026-06-02,50,0,', 'completed_on', /before the follow-up/],
    ['P1,3,2026-10-02,50,0,', 'completed_on', /ahead/],
    ['P2,3,2026-06-06,50,0,', 'completed_on', /had stopped/],
    ['P1,3,2026-06-10,,0,', 'dose_mg', /empty/],
    ['P1,3,2026-06-10,"50,5",0,', 'dose_mg', /no number from 0 to 600/],
    ['P1,3,2026-06-10,601,0,', 'dose_mg', /no number from 0 to 600/],
    ['P1,3,2026-06-10,1e2,0,', 'dose_mg', /no number from 0 to 600/],
    ['P1,3,2026-06-10,50,2,', 'other', /none of 0, 1/],
    ['P1,3,2026-06-10,50,0,7.5', 'mood', /no whole number from 0 to 10/],
    ['P1,3,2026-06-10,50,0,11', 'mood', /no number from 0 to 10/],
    ['P1,3,2026-06-10,50,0,-1', 'mood', /no number from 0 to 10/],
    ['P1,3,2026-06-10,50,0', '', /5 cells where the header has 6/],
  ])('%s is rejected at %s', (line, column, fault) => {
    expect(check(HEADER, line).faults).toContainEqual({
      row: 2,
      column,
      fault: expect.stringMatching(fault),
    });
  });

  test.each([
    ['', /no rows/],
    [HEADER, /no rows/],
    [`${HEADER},name\r\nP1,3,2026-06-10,50,0,,Ann`, /no such column/],
    ['record_id,months,completed_on,dose_mg,other\r\nP1,3,2026-06-10,50,0', /This column is missing/],
    [`${HEADER},mood\r\nP1,3,2026-06-10,50,0,,`, /comes twice/],
    ['record_id;months\r\nP1;3', /separated by semicolons/],
    [`${HEADER}\r\nP1,3,2026-06-10,5"0,0,`, /quotation mark/],
    [`${HEADER}\r\nP1,3,2026-06-10,50,0,\uFFFD`, /UTF-8/],
  ])('%j is rejected as a file', (text, fault) => {
    const { results, faults } = check(text);
    expect(results).toEqual([]);
    expect(faults).toContainEqual(expect.objectContaining({ fault: expect.stringMatching(fault) }));
  });

  test('has one row of a person and follow-up', () => {
    expect(check(HEADER, 'P1,3,2026-06-10,50,0,', 'P1,3,2026-06-11,50,0,').faults).toEqual([
      { row: 3, column: 'record_id', fault: 'Row 2 is of the same person and follow-up.' },
    ]);
    const { faults } = check(HEADER, 'P8,3,2026-06-10,50,0,', 'P9,3,2026-06-10,50,0,');
    expect(faults.map(({ fault }) => fault)).toEqual(
      Array(2).fill('No participant who was randomised has this study id.'),
    );
  });
});
