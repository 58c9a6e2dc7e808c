import { expect, test } from '@jest/globals';
import { type CourseDose, courseOf } from '@stepwise/shared-contracts/course/course';
import {
  notesOfSteps,
  SHEET_NOTE,
  strengthsInWords,
  watchedSigns,
} from '@stepwise/shared-contracts/course/course-sheet';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { readPdf } from '../../../testing/read-pdf.ts';
import { type CourseSource, coursePdf } from './course-pdf.ts';

const today = '2026-11-22';

const dose = (date: string, amount: number): CourseDose => ({
  date,
  dose: amount,
  label: `${amount} mg`,
  state: date > today ? 'planned' : 'taken',
  planned: date,
});
const recordOn = (localDate: string, texts: readonly string[]): DailyRecord => ({
  date: localDate,
  localDate,
  sleep: true,
  mood: false,
  active: true,
  symptoms: texts.map((text, id) => ({ id, text, category: 'mood', redflag: true, selfHarm: false })),
  activities: [],
  recordedAt: `${localDate}T09:00:00.000Z`,
  timeZone: 'Australia/Melbourne',
});
const sourceOf = (doses: CourseDose[], records: DailyRecord[]): CourseSource => ({
  productName: 'Stepwise',
  medicine: 'an antidepressant',
  name: 'Tom Lee',
  doctor: 'Dr Kim Nguyen',
  plan: 'Sertraline, standard steps',
  course: courseOf({ doses, records, today }),
  questions: ['Is 50 mg right for me until 16/12/2026, and 25 mg after it?'],
  strengths: '50 mg tablet',
  notes: ['25 mg: Ask your pharmacist now.'],
  signs: 'Feeling low; Panic.',
  team: {
    phone: '03 5550 0123',
    email: 'research-team@example.org',
    hours: 'Monday to Friday, 9:00am to 5:30pm',
  },
  now: new Date('2026-11-22T01:00:00Z'),
});
const squash = (text: string) => text.replace(/\s/g, '');

test('the sheet says what was taken and planned, the counts of each answer, and what to ask', async () => {
  const doses = [dose('2026-10-21', 100), dose('2026-11-18', 50), dose('2026-12-16', 25)];
  const records = ['2026-11-18', '2026-11-20'].map((date) => recordOn(date, ['Feeling low']));
  const pdf = await coursePdf(sourceOf(doses, records));
  const { pages, pieces, count, source } = readPdf(pdf);
  const text = squash(
    pieces
      .filter(({ tag }) => tag !== 'Artifact')
      .map((piece) => piece.text)
      .join(''),
  );
  expect(text).toBe(
    squash(
      [
        'What to take to the doctor',
        'A Stepwise plan to reduce an antidepressant, for Tom Lee, to talk about with Dr Kim Nguyen. 21/10/2026 to 22/11/2026.',
        'Plan: Sertraline, standard steps',
        'Dose now: 50 mg, reported from 18/11/2026',
        'Next dose: 25 mg, planned from 16/12/2026',
        'Strengths at home: 50 mg tablet',
        'Since 50 mg: 2 of 5 days recorded; sleep good on 2, mood on 0, activity on 2.',
        'Sleep Mood Activity Warning 50 mg 100 mg 25 mg 21/10 Today, 22/11 30/12',
        'Doses, and good days of those recorded',
        'Dose a day Planned for Taken from Days recorded Sleep Mood Activity Warning days',
        '100 mg 21/10/2026 21/10/2026 0 of 28',
        '50 mg 18/11/2026 18/11/2026 2 of 5 2 0 2 2',
        '25 mg 16/12/2026',
        'Most frequent since 50 mg • Feeling low: 2 of 2 days',
        'Days with a warning sign • 20/11/2026: Feeling low • 18/11/2026: Feeling low',
        'Warning signs I watch for Feeling low; Panic.',
        'Questions for this step • Is 50 mg right for me until 16/12/2026, and 25 mg after it?',
        'Notes of the steps • 25 mg: Ask your pharmacist now.',
        'Research team: 03 5550 0123, research-team@example.org, Monday to Friday, 9:00am to 5:30pm.',
        'Doctor’s or nurse’s note',
      ].join(''),
    ),
  );
  const footers = pieces.filter(({ tag }) => tag === 'Artifact').map((piece) => piece.text);
  expect(squash(footers.join(''))).toBe(squash(`Stepwise – ${SHEET_NOTE} Page 1 of 1`));
  expect(pages).toBe(1);
  expect(pieces.filter(({ tag }) => tag === null)).toEqual([]);
  expect([count('Table'), count('TR'), count('TH'), count('Figure')]).toEqual([1, 4, 8 + 3, 1]);
  expect(source).toContain('/Alt (The course as a picture');
});

test('the sheet is one page with a hundred doses, two years and the longest texts', async () => {
  const long = (text: string) => `${text} ${'so many words of their own '.repeat(8)}`.slice(0, 200);
  const doses = Array.from({ length: 100 }, (_, index) =>
    dose(addDays('2025-01-01', index * 7), 200 - index),
  );
  const signs = Array.from({ length: 8 }, (_, index) => long(`Sign ${index}`));
  const records = Array.from({ length: 700 }, (_, index) => recordOn(addDays(today, -index), signs));
  const source = sourceOf(doses, records);
  const questions = Array.from({ length: 5 }, (_, index) => long(`Question ${index}`).slice(0, 120));
  const steps = Array.from({ length: 8 }, (_, index) => ({
    id: index,
    date: today,
    days: 28,
    dose: 37.5,
    note: long(`Note ${index}`),
    prepare: long(`Prepare ${index}`),
    status: 'planned' as const,
    plannedFrom: today,
  }));
  const forms = Array.from({ length: 3 }, (_, id) => ({ id, text: '37.5 mg slow-release capsule' }));
  const pdf = await coursePdf({
    ...source,
    questions,
    notes: notesOfSteps(steps, (mg) => `${mg} mg`),
    strengths: strengthsInWords(forms, [0, 1, 2]),
    signs: watchedSigns(signs.concat(signs).map((text, id) => buildSymptom({ id, text, redflag: true }))),
  });
  expect(readPdf(pdf).pages).toBe(1);
});

test('the sheet of a plan that has not started has no counts, and names no doctor where none is known', async () => {
  const empty = { doctor: '', questions: [], notes: [] };
  const pdf = await coursePdf({ ...sourceOf([dose('2026-12-01', 50)], []), ...empty });
  const text = squash(
    readPdf(pdf)
      .pieces.map((piece) => piece.text)
      .join(''),
  );
  expect(text).toContain(squash('Dose now: The plan has not started yet'));
  expect(text).toContain(squash('for Tom Lee. 22/11/2026 to 22/11/2026.'));
  expect(text).toContain(squash('No symptom was recorded.'));
  expect(text).toContain(squash('Days with a warning sign None was recorded.'));
  expect(text).not.toMatch(/Questionsforthisstep|Notesofthesteps/);
});

test('the sheet has the symptoms of someone who had no warning sign, and the notes of who has no question', async () => {
  const symptoms = [
    { id: 1, text: 'Vivid dreams', category: 'sleep', redflag: false, selfHarm: false },
  ] as const;
  const record = { ...recordOn(today, []), symptoms: [...symptoms] };
  const pdf = await coursePdf({ ...sourceOf([dose('2026-11-18', 50)], [record]), questions: [] });
  const text = squash(
    readPdf(pdf)
      .pieces.map((piece) => piece.text)
      .join(''),
  );
  for (const part of [
    '• Vivid dreams: 1 of 1 day',
    'Days with a warning sign None was recorded.',
    'Notes of the steps • 25 mg: Ask your pharmacist now.',
  ])
    expect(text).toContain(squash(part));
  expect(text).not.toContain('Questionsforthisstep');
});
