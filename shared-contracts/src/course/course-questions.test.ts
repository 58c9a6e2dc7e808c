import { expect, test } from '@jest/globals';
import { type CourseDose, courseOf } from './course.ts';
import { questionsFor } from './course-questions.ts';

const dose = (date: string, amount: number, state: CourseDose['state']): CourseDose => ({
  date,
  dose: amount,
  label: `${amount} mg`,
  state,
  planned: date,
});
const today = '2026-11-22';
const courseWith = (...doses: CourseDose[]) => courseOf({ doses, records: [], today });
const first = dose('2026-09-23', 100, 'taken');
const second = dose('2026-10-21', 50, 'taken');
const ahead = dose('2026-12-16', 25, 'planned');
const zero = dose('2027-01-13', 0, 'planned');

const QUESTIONS = [
  { when: ['start' as const], text: 'first {next} on {date}' },
  { when: ['step' as const], text: '{dose} until {date}' },
  { when: ['lastStep' as const], text: '{dose} to 0 mg' },
  { when: ['stopped' as const], text: 'none' },
  { medicines: [9], text: 'of medicine 9' },
  { upTo: 50, text: 'up to 50' },
  { text: 'always' },
  { text: 'always {next}' },
];
const asked = (...doses: CourseDose[]) => questionsFor(courseWith(...doses), QUESTIONS, 6);

test('the sheet for the doctor asks what fits the step, with its doses and dates', () => {
  expect(asked(first, ahead, zero)).toEqual(['first 25 mg on 16/12/2026', 'always', 'always 25 mg']);
  expect(asked(first, second, ahead, zero)).toEqual([
    '50 mg until 16/12/2026',
    'up to 50',
    'always',
    'always 25 mg',
  ]);
  expect(asked(first, second, zero)).toEqual(['50 mg to 0 mg', 'up to 50', 'always', 'always 0 mg']);
  expect(asked(first, dose('2026-11-01', 0, 'taken'))).toEqual(['none', 'up to 50', 'always']);
});

test('the sheet for the doctor asks nothing about a dose that no one has confirmed', () => {
  expect(asked({ ...first, state: 'assumed' }, ahead)).toEqual(['always', 'always 25 mg']);
});

test('the sheet for the doctor asks what fits the medicine, five at most', () => {
  const many = Array.from({ length: 9 }, (_, index) => ({ text: String(index), medicines: [9] }));
  expect(questionsFor(courseWith(first, ahead), many, 9)).toHaveLength(5);
  expect(questionsFor(courseWith(first, ahead), many, 6)).toEqual([]);
});

test.each<[string, CourseDose[], { upTo: number }, string[]]>([
  ['the same dose', [second, ahead], { upTo: 50 }, ['asked']],
  ['a higher dose', [first, ahead], { upTo: 50 }, []],
  ['no dose yet', [ahead], { upTo: 50 }, []],
])('a question for a dose and those below it: %s', (_what, doses, question, expected) => {
  expect(questionsFor(courseWith(...doses), [{ ...question, text: 'asked' }], 6)).toEqual(expected);
});

test('the sheet for the doctor asks nothing of a stage or a medicine that is not known', () => {
  const stages = [{ when: ['start', 'step', 'lastStep', 'stopped'] as const, text: 'of a stage' }];
  const ofStage = (...doses: CourseDose[]) => questionsFor(courseWith(...doses), [...stages] as never, 6);
  expect([ofStage(first), ofStage(ahead), ofStage()]).toEqual([[], [], []]);
  expect(ofStage(first, ahead)).toEqual(['of a stage']);
  expect(questionsFor(courseWith(first), [{ medicines: [9], text: 'of medicine 9' }], undefined)).toEqual([]);
});

test('the sheet for the doctor gives the day a step is planned for, past where it is due', () => {
  const question = [{ text: '{next} on {date}' }];
  const due = { ...ahead, planned: '2026-11-20' };
  expect(questionsFor(courseWith(first, due), question, 6)).toEqual(['25 mg on 20/11/2026']);
  expect(questionsFor(courseWith(first, { ...ahead, planned: null }), question, 6)).toEqual([
    ...['25 mg on 16/12/2026'],
  ]);
});
