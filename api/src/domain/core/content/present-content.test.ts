import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { loadContent } from './load-content.ts';
import {
  presentArticle,
  presentCourseQuestions,
  presentMedication,
  presentPrescriptionDefaults,
  presentSchedules,
  presentSite,
  presentSurveyQuestions,
} from './present-content.ts';

const content = loadContent(join(import.meta.dirname, '../../../../content'));

test('the team’s days are numbered from 1 for Monday to 7 for Sunday, in the trial’s time zone', () => {
  const { product } = content;
  const { researchTeam } = product;
  const { openingHours } = presentSite({
    ...content,
    product: {
      ...product,
      timeZone: 'Australia/Perth',
      researchTeam: {
        ...researchTeam,
        openingHours: { days: ['Monday', 'Friday', 'Sunday'], from: '08:00', to: '16:00' },
      },
    },
  }).researchTeam;
  expect(openingHours).toEqual({
    days: [1, 5, 7],
    from: '08:00',
    to: '16:00',
    timeZone: 'Australia/Perth',
  });
});

test('each word and number of the trial stands in its own place on the site', () => {
  const { emergency, counselling, textAndChat, words, trial, researchTeam, goodToKnow } =
    presentSite(content);
  expect([emergency.number, counselling.number, researchTeam.phone]).toEqual([
    '000',
    '13 11 14',
    '03 5550 0123',
  ]);
  expect(textAndChat?.map(({ url }) => url)).toEqual([
    'sms:0477131114',
    'https://www.lifeline.org.au/crisis-chat/',
  ]);
  expect(trial).toMatch(/^A university research trial/);
  expect(words?.risk).toMatch(/^Reducing an antidepressant can bring withdrawal symptoms/);
  expect(words?.arms.usualCare).toContain('usual care');
  expect(words?.followUpMonths).toEqual([3, 6, 12, 18, 24]);
  expect([researchTeam.holidays?.[0], researchTeam.holidays?.at(-1)]).toEqual(['2026-12-25', '2027-12-28']);
  expect(researchTeam.holidays).toHaveLength(11);
  expect(goodToKnow).toEqual(content.tracker.goodToKnow);
});

test('an article has the hash of its own file', () => {
  for (const name of ['consent', 'privacy', 'medicine-information'] as const)
    expect(presentArticle(content, name)).toMatchObject({
      title: content[name].title,
      hash: content.versions[name],
    });
});

test('a question of the survey has its list, and shows the crisis contacts for the answers that do', () => {
  const questions = presentSurveyQuestions(content);
  const crisis = questions.flatMap(({ options }) => options.filter((option) => option.crisis));
  expect(crisis.map(({ id }) => id)).toEqual([1002, 1003, 1004]);
  expect(questions.map(({ list }) => list)).toEqual(content.survey.questions.map(({ list }) => list));
});

test('a medicine has its own rows and forms, with doses as plans store them', () => {
  const medications = presentMedication(content);
  expect(medications.map(({ maxPerDay }) => maxPerDay)).toEqual([40, 20, 60, 300, 50, 200, 100, 120, 375]);
  expect(medications.flatMap(({ rows = [] }) => rows)).toHaveLength(content.doses.rows.length);
  for (const { forms = [], rows = [] } of medications)
    expect(new Set(rows.flatMap((row) => row.forms))).toEqual(new Set(forms.map(({ id }) => id)));
  // In the order of their ids, whatever is taken first.
  expect(medications[0]?.rows?.[3]).toMatchObject({ dose: 30, forms: [11, 12] });
  const doses = new Set(medications.at(-1)?.rows?.map(({ dose }) => dose));
  expect([doses.has(37), doses.has(37.5)]).toEqual([true, false]);
});

test('a schedule names its medicine, and each of its steps says how to take the dose', () => {
  expect(presentSchedules(content).map(({ medicine }) => medicine)).toEqual(
    content.medicines.flatMap(({ name }) => [name, name]),
  );
  const defaults = presentPrescriptionDefaults(content);
  expect(defaults).toHaveLength(content.schedules.flatMap(({ steps }) => steps).length);
  expect(defaults.slice(3, 5)).toEqual([
    { id: 104, scheduleid: 1, dose: 10, note: '' },
    { id: 105, scheduleid: 1, dose: 0, note: 'You no longer take citalopram.' },
  ]);
});

test('a question for the doctor keeps what it is asked for, a dose of 0 mg too', () => {
  const text = 'How am I?';
  const questions = [
    { text },
    { text, upTo: 0 },
    { text, when: ['step' as const], medicines: [9], upTo: 37.5 },
  ];
  expect(presentCourseQuestions({ ...content, course: { ...content.course, questions } })).toEqual(questions);
});
