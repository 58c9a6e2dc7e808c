import { describe, expect, test } from '@jest/globals';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { buildAllData, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { readPdf } from '../../testing/read-pdf.ts';
import { myDataPdf } from './my-data-pdf.ts';

const VENLAFAXINE = 17;
const SOURCE = { productName: 'Stepwise', trial: 'A trial', demonstrationNotice: '' };
const step = (id: number, date: string, dose: number) => ({ id, date, dose, note: '', days: 28 });
const report = (day: string, dose: number, kind: DoseReport['kind']): DoseReport => ({
  day,
  dose,
  step: null,
  kind,
  reportedAt: `${day}T09:00:00.000Z`,
  reportedBy: kind === 'assumed' ? null : 'participant',
  schedule: VENLAFAXINE,
});

test('names doses as the screens do, and apart: what was reported and what is planned', async () => {
  const data = buildAllData({
    schedule: VENLAFAXINE,
    prescriptions: [step(1, '2026-09-01', 75), step(2, '2026-10-01', 37), step(3, '2026-12-01', 0)],
    doseReports: [report('2026-09-01', 75, 'starting'), report('2026-10-01', 37, 'assumed')],
  });
  const { pieces } = readPdf(await myDataPdf(data, SOURCE, '2026-11-22'));
  const text = pieces.map(({ text }) => text).join(' ');
  const [reported = '', planned = ''] = text.slice(text.indexOf('Doses reported')).split('Planned steps');
  expect(reported).toMatch(
    /From 01\/09\/2026: 75 mg a day.*From 01\/10\/2026: 37\.5 mg a day, not confirmed/s,
  );
  expect(planned).toMatch(/From 01\/12\/2026: 0 mg a day/);
  expect(planned).not.toMatch(/2026: (75|37)/);
});

test('has the time zone, the daily reminder and what is prepared, as they were chosen', async () => {
  const user = buildUser({ timeZone: 'Europe/London' });
  const prescriptions = [{ ...step(1, '2026-12-01', 0), prepare: 'Ask for a liquid.', prepared: true }];
  const read = async (reminder: AllData['reminder']) => {
    const data = buildAllData({ user, schedule: VENLAFAXINE, prescriptions, ...(reminder && { reminder }) });
    const { pieces } = readPdf(await myDataPdf(data, SOURCE, '2026-11-22'));
    return pieces.map(({ text }) => text).join(' ');
  };
  const text = await read({ hour: 9, isPaused: false });
  for (const words of ['Europe, London', '9:00am', '0 mg a day, prepared']) expect(text).toContain(words);
  expect(await read({ hour: null, isPaused: false })).toMatch(/Daily reminder\W+Never/);
  expect(await read(undefined)).not.toContain('Daily reminder');
});

describe('strengths at home', () => {
  const medication = [{ id: 9, setupoption: 109, doses: [], forms: [{ id: 91, text: '37.5 mg capsule' }] }];
  test.each([
    [null, 'You have not said which.'],
    [[], 'None of those on the list.'],
    [[91], '37.5 mg capsule'],
  ])('%j reads: %s', async (strengths, words) => {
    const data = buildAllData({ strengths, medication });
    const { pieces } = readPdf(await myDataPdf(data, SOURCE, '2026-11-22'));
    const text = pieces.map(({ text }) => text).join(' ');
    expect(text.slice(text.indexOf('Strengths you have at home')).replace(/\s+/g, ' ')).toContain(words);
  });
});
