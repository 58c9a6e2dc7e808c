import { describe, expect, test } from '@jest/globals';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { addDays } from '../dates/plain-date.ts';
import type { PlanStep } from '../plan/plan-steps.ts';
import { type CourseDose, courseOf } from './course.ts';
import {
  courseRow,
  frequentSymptoms,
  lastWarningDays,
  notesOfSteps,
  periodsOnSheet,
  sinceWords,
  standingOf,
  strengthsInWords,
  symptomInWords,
  warningsInWords,
  watchedSigns,
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
    const [quiet] = courseOf({ doses, records: [recordOn('2026-11-01', 'Tired')], today }).periods;
    expect(quiet && courseRow(quiet).at(-1)).toBe('0');
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
    expect(symptomInWords({ text: 'Tired', days: 1, recorded: 3 })).toBe('Tired: 1 of 3 days');
    expect(symptomInWords({ text: 'Tired', days: 1, recorded: 1 })).toBe('Tired: 1 of 1 day');
    const unknown = [dose('2026-10-01', 100), dose('2026-11-18', 50, 'assumed')];
    expect(sinceWords(courseOf({ doses: unknown, records, today }))).toBe('18/11/2026');
    expect(sinceWords(courseOf({ doses: [], records, today }))).toBe('17/11/2026');
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
    const last = lastWarningDays(courseOf({ doses, records: many, today }));
    expect(warningsInWords(last)).toEqual([
      ...['08', '07', '06', '05'].map((day) => `${day}/11/2026: !Low`),
      '16 more before',
    ]);
    expect(warningsInWords({ ...last, earlier: 0 })).toHaveLength(4);
  });

  test('a long text of the person’s own is cut', () => {
    const [first] = frequentSymptoms(
      courseOf({ doses, records: [recordOn('2026-11-20', `${'word '.repeat(40)}`)], today }),
    );
    expect(first?.text).toBe(`${'word '.repeat(8).trim()}…`);
    const cut = (text: string) =>
      frequentSymptoms(courseOf({ doses, records: [recordOn('2026-11-20', text)], today }))[0]?.text;
    expect(cut('a'.repeat(41))).toBe(`${'a'.repeat(40)}…`);
    expect(cut('a'.repeat(40))).toBe('a'.repeat(40));
    expect(cut(`${'a'.repeat(40)} b`)).toBe(`${'a'.repeat(40)}…`);
    expect(cut(`b ${'a'.repeat(38)} c`)).toBe(`b ${'a'.repeat(38)}…`);
    const sign = `!${'a'.repeat(41)}`;
    const warned = courseOf({ doses, records: [recordOn('2026-11-20', sign)], today });
    expect(lastWarningDays(warned).days[0]?.signs).toBe(`!${'a'.repeat(39)}…`);
    expect(watchedSigns([buildSymptom({ text: sign, redflag: true })])).toBe(`!${'a'.repeat(39)}….`);
  });

  test('the dose now is the one reported, and the next one is planned', () => {
    expect(standingOf(course)).toEqual({
      now: '50 mg, reported from 18/11/2026',
      next: '0 mg, planned from 15/12/2026',
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
    expect(shown).toHaveLength(12);
    expect(shown.filter(({ state }) => state === 'planned')).toHaveLength(4);
  });
});

describe('what the sheet says of the steps', () => {
  const step = (id: number, amount: number, status: PlanStep['status'], prepare = '', note = '') =>
    ({
      id,
      date: today,
      dose: amount,
      days: 28,
      status,
      plannedFrom: today,
      prepare,
      note,
    }) satisfies PlanStep;
  const inMg = (amount: number) => `${amount} mg`;

  test('notes from the step in force on, those of equal words together', () => {
    const steps = [
      step(1, 100, 'taken', '', 'Of a step that is over.'),
      step(2, 50, 'taken', 'Was prepared.', 'Whole.'),
      step(3, 25, 'passed', 'Left out.'),
      step(4, 15, 'due', 'Ask now.', 'By the label.'),
      step(5, 9, 'planned', 'Ask now.', 'By the label.'),
      step(6, 0, 'planned'),
    ];
    expect(notesOfSteps(steps, inMg)).toEqual(['50 mg: Whole.', '15 mg, 9 mg: Ask now. By the label.']);
  });

  test('two notes at most, each of four doses and 180 letters', () => {
    const steps = [1, 2, 3, 4, 5].map((id) => step(id, id, 'planned', `${id}${'x'.repeat(400)}`));
    const notes = notesOfSteps(steps, inMg);
    expect(notes).toHaveLength(3);
    expect(notes[0]).toHaveLength('1 mg: '.length + 181);
    expect(notes[2]).toBe('3 more in the app');
    const alike = [9, 8, 7, 6, 5, 4].map((id) => step(id, id, 'planned', 'Ask now.'));
    expect(notesOfSteps(alike, inMg)).toEqual(['9 mg, 8 mg, 7 mg, 6 mg, 2 more: Ask now.']);
  });

  test('the strengths at home, or that they are not known', () => {
    const forms = [
      { id: 61, text: '50 mg tablet' },
      { id: 62, text: '100 mg tablet' },
    ];
    expect(strengthsInWords(forms, null)).toBe('Not said yet');
    expect(strengthsInWords(forms, [])).toBe('None of those sold');
    expect(strengthsInWords(forms, [62, 61])).toBe('50 mg tablet, 100 mg tablet');
  });

  test('eleven warning signs at most, those of self-harm first', () => {
    expect(watchedSigns([])).toBe('None chosen yet.');
    const signs = Array.from({ length: 14 }, (_, id) =>
      buildSymptom({ id, text: `S${id}`, redflag: id !== 3, selfHarm: id === 6 }),
    );
    expect(watchedSigns(signs)).toBe('S6; S0; S1; S2; S4; S5; S7; S8; S9; S10; S11; 2 more.');
  });
});
