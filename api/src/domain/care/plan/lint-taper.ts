import { addDays, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Medicine, TaperLimits } from '../../core/content/content.schema.ts';
import { realMg } from '../../core/content/stored-dose.ts';

export type TaperFinding = { row: number; code: TaperCode; message: string };
export type TaperCode =
  | 'late-start'
  | 'increase'
  | 'gap'
  | 'overlap'
  | 'zero-days'
  | 'large-drop'
  | 'above-maximum'
  | 'unmakeable-dose';

/** A row of a plan, standard or custom: `dose` in mg a day, `date` as `YYYY-MM-DD`. */
export type TaperRow = { date: string; dose: number; days: number };

/**
 * What a clinician would want to see in a plan, in the order of its rows (`row` counts from 0). It warns and never
 * blocks. Drops are judged by the real dose in mg, 37.5 where venlafaxine stores 37.
 */
export function lintTaper(
  rows: readonly TaperRow[],
  { medicine, limits, today }: { medicine: Medicine; limits: TaperLimits; today: string },
): TaperFinding[] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1];
    const problems = [
      ...(before
        ? [...checkDates(before, row), ...checkChange(before, row, medicine, limits)]
        : checkStart(row, today)),
      ...(index < rows.length - 1 ? checkDays(row) : []),
      ...checkForms(row, medicine),
    ];
    return problems.map((problem) => ({ row: index, ...problem }));
  });
}

/**
 * Why rows that a researcher types need a reason: those that start late, and each from `today` on with more than the row
 * before it, or than `doseNow` (mg a day; null where it is not known) in the first one. Earlier rows were reported.
 */
export function findReasonNeeded(
  rows: readonly TaperRow[],
  { medicine, doseNow, today }: { medicine: Medicine; doseNow: number | null; today: string },
): TaperFinding[] {
  return rows.flatMap((row, index) => {
    const before = rows[index - 1]?.dose ?? doseNow;
    const problems = [
      ...(index === 0 ? checkStart(row, today) : []),
      ...(before === null || row.date < today ? [] : checkIncrease(before, row.dose, medicine)),
    ];
    return problems.map((problem) => ({ row: index, ...problem }));
  });
}

type Problem = Omit<TaperFinding, 'row'>;

/** A plan starts when it is made, or at the next visit; a later day is rarely meant. */
const MAX_START_DELAY_DAYS = 28;

function checkStart({ date }: TaperRow, today: string): Problem[] {
  if (date <= addDays(today, MAX_START_DELAY_DAYS)) return [];
  return [
    {
      code: 'late-start',
      message: `The plan starts on ${formatDate(date)}, more than ${MAX_START_DELAY_DAYS} days from today.`,
    },
  ];
}

function checkDates(before: TaperRow, row: TaperRow): Problem[] {
  const expected = addDays(before.date, before.days);
  if (row.date === expected) return [];
  const dates = `After the step before it would start on ${formatDate(expected)}; it starts on ${formatDate(row.date)}.`;
  return row.date > expected
    ? [{ code: 'gap', message: `There are days without a dose. ${dates}` }]
    : [{ code: 'overlap', message: `Two steps overlap. ${dates}` }];
}

function checkDays({ days }: TaperRow): Problem[] {
  return days > 0
    ? []
    : [{ code: 'zero-days', message: 'This step lasts no days, and it is not the last one.' }];
}

function checkIncrease(before: number, after: number, medicine: Medicine): Problem[] {
  const from = realMg(before, medicine);
  const to = realMg(after, medicine);
  return to > from
    ? [
        {
          code: 'increase',
          message: `The dose goes up from ${from} ${medicine.unit} to ${to} ${medicine.unit}.`,
        },
      ]
    : [];
}

function checkChange(before: TaperRow, row: TaperRow, medicine: Medicine, limits: TaperLimits): Problem[] {
  const from = realMg(before.dose, medicine);
  const to = realMg(row.dose, medicine);
  if (to > from) return checkIncrease(before.dose, row.dose, medicine);
  const drop = from - to;
  const isSmall = drop <= medicine.usualStart * limits.smallDropOfUsualStart;
  if (isSmall || drop <= from * limits.maxDropFraction) return [];
  const percent = Math.round((drop / from) * 100);
  return [
    {
      code: 'large-drop',
      message: `From ${from} ${medicine.unit} to ${to} ${medicine.unit} is a large drop, ${percent}% of the dose.`,
    },
  ];
}

function checkForms({ dose }: TaperRow, medicine: Medicine): Problem[] {
  const mg = realMg(dose, medicine);
  const { name, forms, maxPerDay, unit } = medicine;
  if (mg > maxPerDay) {
    const message = `${mg} ${unit} is more than the highest daily dose of ${name.toLowerCase()}, ${maxPerDay} ${unit}.`;
    return [{ code: 'above-maximum', message }];
  }
  if (canMake(mg, forms)) return [];
  const list = forms.map(({ text, halves }) => (halves ? `${text} (or half of it)` : text)).join('; ');
  const message = `${mg} ${unit} cannot be made from the usual forms: ${list}. It needs a liquid or a specially made form.`;
  return [{ code: 'unmakeable-dose', message }];
}

/** Whether whole forms, and halves where the content allows them, add up to `mg`. */
export function canMake(mg: number, forms: Medicine['forms']): boolean {
  // Hundredths of a milligram keep 37.5 and half of it whole.
  const target = Math.round(mg * 100);
  if (Math.abs(mg * 100 - target) > 1e-6) return false;
  const units = forms
    .flatMap((form) => (form.halves || form.everySecondDay ? [form.mg, form.mg / 2] : [form.mg]))
    .map((unit) => Math.round(unit * 100));
  const reachable = [true];
  for (let amount = 1; amount <= target; amount++) {
    reachable[amount] = units.some((unit) => unit <= amount && reachable[amount - unit]);
  }
  return reachable[target] === true;
}
