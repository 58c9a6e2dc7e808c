import { describe, expect, test } from '@jest/globals';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { addDays } from '../dates/plain-date.ts';
import { type CourseDose, courseOf } from './course.ts';
import {
  courseRow,
  frequentSymptoms,
  lastWarningDays,
  periodsOnSheet,
  sinceWords,
  standingOf,
} from './course-sheet.ts';

const today = '2026-11-22';
const dose = (date: string, amount: number, state: CourseDose['state'] = 'taken'): CourseDose => ({
  date,
  dose: amount,
  label: `${amount} mg`,
  state,
  planned: addDays(date, -1),
});
const recordOn = (localDate: string, ...texts: string[]) =>
  buildRecord({
    date: localDate,
    localDate,
    symptoms: texts.map((text, id) => buildSymptom({ id, text, redflag: text.startsWith('!') })),
  });
const doses = [dose('2026-10-01', 100), dose('2026-11-18', 50), dose('2026-12-16', 0, 'planned')];
const records = [
  recordOn('2026-11-17', 'Panic', '!Low'),
  recordOn('2026-11-18', 'Tired', 'Dizzy', '!Low', '!Hopeless', '!Numb', '!Alone'),
  recordOn('2026-11-19', 'Tired', 'Nausea', 'Headache'),
  recordOn('2026-11-20', 'Tired', 'Dizzy'),
];
const course = courseOf({ doses, records, today });

describe('the sheet of a course', () => {
  test('a row has the planned and the taken day, and each answer on its own', () => {
    expect(course.periods.map(courseRow)).toEqual([
      ['100 mg', '30/09/2026', '01/10/2026', '1 of 48', '1', '1', '1', '1'],
      ['50 mg', '17/11/2026', '18/11/2026', '3 of 5', '3', '3', '3', '1'],
      ['0 mg', '15/12/2026', '', '', '', '', '', ''],
    ]);
    const assumed = courseOf({ doses: [dose('2026-11-20', 50, 'assumed')], records: [], today });
    expect(assumed.periods.map(courseRow)[0]?.slice(0, 5)).toEqual([
      '50 mg',
      '19/11/2026',
      'not confirmed',
      '0 of 3',
      '',
    ]);
  });

  test('the most frequent symptoms are those since the last step, five at most', () => {
    expect(sinceWords(course)).toBe('50 mg');
    expect(frequentSymptoms(course)).toEqual([
      { text: 'Tired', days: 3, recorded: 3 },
      { text: 'Dizzy', days: 2, recorded: 3 },
      { text: '!Alone', days: 1, recorded: 3 },
      { text: '!Hopeless', days: 1, recorded: 3 },
      { text: '!Low', days: 1, recorded: 3 },
    ]);
  });

  test('warning days come with their signs, latest first, and the earlier ones are counted', () => {
    expect(lastWarningDays(course)).toEqual({
      days: [
        { date: '18/11/2026', signs: '!Low, !Hopeless, 2 more' },
        { date: '17/11/2026', signs: '!Low' },
      ],
      earlier: 0,
    });
    const many = Array.from({ length: 20 }, (_, index) => recordOn(addDays('2026-10-20', index), '!Low'));
    expect(lastWarningDays(courseOf({ doses, records: many, today }))).toMatchObject({ earlier: 15 });
  });

  test('a long text of the person’s own is cut', () => {
    const [first] = frequentSymptoms(
      courseOf({ doses, records: [recordOn('2026-11-20', `${'word '.repeat(40)}`)], today }),
    );
    expect(first?.text).toBe(`${'word '.repeat(7).trim()} w…`);
  });

  test('the dose now is the one reported, and the next one is planned', () => {
    expect(standingOf(course)).toEqual({
      now: '50 mg, reported from 18/11/2026',
      next: '0 mg, planned from 16/12/2026',
    });
    expect(standingOf(courseOf({ doses: [dose('2026-11-20', 50, 'assumed')], records: [], today }))).toEqual({
      now: 'Not known: no one has confirmed which dose is taken',
      next: 'None is planned',
    });
    expect(standingOf(courseOf({ doses: [], records: [], today })).now).toBe('The plan has not started yet');
  });

  test('of a long plan the latest doses and the next ones have room', () => {
    const long = Array.from({ length: 100 }, (_, index) =>
      dose(
        addDays('2026-10-04', index),
        200 - index,
        addDays('2026-10-04', index) > today ? 'planned' : 'taken',
      ),
    );
    const shown = periodsOnSheet(courseOf({ doses: long, records: [], today }));
    expect(shown).toHaveLength(15);
    expect(shown.filter(({ state }) => state === 'planned')).toHaveLength(4);
  });
});
