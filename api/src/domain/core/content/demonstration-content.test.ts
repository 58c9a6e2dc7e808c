import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { canMake } from '../../care/plan/lint-taper.ts';
import { loadContent } from './load-content.ts';
import { realMg } from './stored-dose.ts';

const content = loadContent(join(import.meta.dirname, '../../../../content'));
const doses = (id: number) =>
  content.schedules.find((schedule) => schedule.id === id)?.steps.map(({ dose }) => dose);

test('nine medicines have the eighteen schedules the specification and the notes fix', () => {
  expect(content.medicines.map(({ name }) => name)).toEqual([
    'Citalopram',
    'Escitalopram',
    'Fluoxetine',
    'Fluvoxamine',
    'Paroxetine',
    'Sertraline',
    'Desvenlafaxine',
    'Duloxetine',
    'Venlafaxine',
  ]);
  const expected: [number, number[]][] = [
    [1, [40, 30, 20, 10, 0]],
    [2, [40, 20, 10, 6, 3.5, 2, 1, 0.5, 0]],
    [3, [20, 15, 10, 5, 0]],
    [4, [20, 10, 5, 3, 2, 1, 0.5, 0]],
    [5, [60, 40, 20, 10, 0]],
    [6, [60, 40, 20, 10, 5, 2.5, 1, 0]],
    [7, [300, 200, 100, 50, 0]],
    [8, [300, 200, 100, 50, 25, 12.5, 6, 0]],
    [9, [40, 30, 20, 10, 5, 0]],
    [10, [40, 30, 20, 15, 10, 6, 4, 2.5, 1.5, 0.5, 0]],
    [11, [200, 150, 100, 50, 25, 0]],
    [12, [200, 150, 100, 50, 25, 15, 9, 6, 4, 2, 1, 0]],
    [13, [100, 50, 25, 0]],
    [14, [100, 50, 25, 15, 10, 6, 3, 0]],
    [15, [120, 90, 60, 30, 0]],
    [16, [120, 90, 60, 30, 20, 12, 8, 5, 3, 1.5, 0]],
    [17, [300, 225, 150, 75, 37, 0]],
    [18, [300, 225, 150, 75, 37, 20, 12, 7, 5, 3, 1.5, 0]],
  ];
  for (const [id, steps] of expected) expect([id, doses(id)]).toEqual([id, steps]);
  expect(content.schedules).toHaveLength(expected.length);
  expect(content.schedules.map(({ medication, kind }) => [medication, kind])).toEqual(
    content.medicines.flatMap(({ id }) => [
      [id, 'standard'],
      [id, 'slower'],
    ]),
  );
});

test('every dose of a standard schedule can be chosen as the current dose', () => {
  for (const { medication, steps, kind } of content.schedules) {
    if (kind === 'slower') continue;
    const offered = content.medicines.find(({ id }) => id === medication)?.doses.map(({ dose }) => dose);
    expect(offered).toEqual(expect.arrayContaining(steps.map(({ dose }) => dose).filter((dose) => dose > 0)));
  }
});

test('venlafaxine twice a day is split as the specification words it, and no other medicine', () => {
  const expected = {
    300: '150mg twice a day',
    225: '150mg once plus 75mg once',
    150: '75mg twice a day',
    75: '75mg once a day',
    37: '37.5mg once a day',
  };
  for (const { id, doseWords } of content.schedules)
    expect([id, Object.fromEntries(doseWords.map(({ dose, split }) => [dose, split]))]).toEqual([
      id,
      id === 17 || id === 18 ? expected : {},
    ]);
  for (const id of [17, 18]) expect(doseText(37, id, content.schedules)).toBe('37.5 mg');
});

test('a dose is offered in the words the plan shows it in', () => {
  for (const { id, medication } of content.schedules) {
    const medicine = content.medicines.find((each) => each.id === medication);
    for (const { dose, text } of medicine?.doses ?? [])
      expect(text).toBe(doseText(dose, id, content.schedules));
  }
});

/** Read from the words only, as a person would: how many mg of which form a text says for one day. */
function mgInWords(text: string): number {
  const counts: Record<string, number> = { one: 1, two: 2, three: 3, four: 4, 'half of a': 0.5 };
  const parts = text.matchAll(
    /(one|two|three|four|half of a)( and a half)? ([\d.]+) mg|([\d.]+) mL of the oral drops/g,
  );
  const total = [...parts].reduce((sum, [, count = '', half, mg, mL]) => {
    const amount = (counts[count] ?? Number.NaN) + (half ? 0.5 : 0);
    return sum + (mL ? Number(mL) * 20 : amount * Number(mg));
  }, 0);
  const daily = text.includes('every second day') ? total / 2 : total;
  return Math.round(daily * 100) / 100;
}

test('the words of each row on making up a dose add up to that dose', () => {
  for (const { dose, text } of content.doses.rows) expect([text, mgInWords(text)]).toEqual([text, dose]);
});

test('each dose of a standard schedule that its forms can make has a row, and venlafaxine one for each split', () => {
  const rowsOf = (medicine: number, dose: number) =>
    content.doses.rows.filter((row) => row.medicine === medicine && row.dose === dose);
  const without = content.schedules
    .filter(({ kind }) => kind === 'standard')
    .flatMap(({ medication, steps }) =>
      steps.map(({ dose }) => ({ medication, dose: dose === 37 ? 37.5 : dose })),
    )
    .filter(({ medication, dose }) => dose > 0 && rowsOf(medication, dose).length === 0);
  // A quarter of paroxetine's tablet, and half of desvenlafaxine's, which is taken whole.
  expect(without).toEqual([
    { medication: 5, dose: 5 },
    { medication: 7, dose: 25 },
  ]);
  for (const dose of [300, 225, 150, 75, 37.5])
    expect(rowsOf(9, dose).some(({ timesperday }) => timesperday === 2)).toBe(true);
});

test('no step says an amount for one strength, whatever a person has', () => {
  for (const { howToTake } of content.schedules.flatMap(({ steps }) => steps))
    expect(howToTake).not.toMatch(/\d|half/);
});

test('each dose that its forms cannot make says what to prepare, three weeks before it', () => {
  expect(content.prepareDays).toBe(21);
  for (const { medication, steps } of content.schedules) {
    const medicine = content.medicines.find(({ id }) => id === medication);
    for (const { id, dose, prepare } of steps) {
      if (dose === 0 || !medicine || canMake(realMg(dose, medicine), medicine.forms)) continue;
      expect([id, prepare]).toEqual([id, expect.stringMatching(/^(Ask|These tablets must not be cut)/)]);
    }
  }
});

test('only fluoxetine is ever taken every second day', () => {
  const alternating = content.doses.rows.filter(({ text }) => text.includes('second day'));
  expect(alternating.map(({ medicine }) => medicine)).toEqual([3]);
  expect(
    content.medicines
      .filter(({ forms }) => forms.some((form) => form.everySecondDay))
      .map(({ name }) => name),
  ).toEqual(['Fluoxetine']);
});

test('the survey asks fourteen questions, and each answer about self-harm but "never" shows the crisis contacts', () => {
  expect(content.survey.questions).toHaveLength(14);
  const crisis = content.survey.questions.flatMap(({ options }) => options.filter((option) => option.crisis));
  expect(crisis.map(({ id }) => id)).toEqual([1002, 1003, 1004]);
});

test('the consent form and the privacy statement hold what the specification fixes', () => {
  const consent = JSON.stringify(content.consent);
  expect(consent).toContain('3, 6, 12, 18 and 24 months');
  expect(consent).toContain('15 years');
  expect(content.privacy.changed).toBe('2019-03-15');
  expect(content.product.researchTeam.hours).toBe('Monday to Friday, 9:00am to 5:30pm');
  expect(content.product.contacts.emergency.number).toBe('000');
  expect(content.product.contacts.counselling.tel).toBe('tel:131114');
});
