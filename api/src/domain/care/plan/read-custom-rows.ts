import type { Issue } from '@stepwise/shared-contracts/calls/errors';
import { daysBetween, isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { CustomDate } from '@stepwise/shared-contracts/entities/plan';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Medicine, Schedule } from '../../core/content/content.schema.ts';
import { realMg, storedDose } from '../../core/content/stored-dose.ts';
import type { ScheduledDose } from './generate-schedule.ts';
import { canMake } from './lint-taper.ts';

/** A hundred rows with notes of this length fit the largest request, of 64 kB. */
const MAX_NOTE_LENGTH = 500;
/** Ten years: a day further away is a slip of the keyboard. */
export const MAX_DAYS_FROM_NOW = 3_653;
/** The most mg that the table holds. Whether a dose is sensible is the linter's to say. */
const MAX_DOSE = 9_999.99;

/**
 * Reads the rows a researcher typed: date as day/month/year or year-month-day, dose in mg with or without the unit, kept
 * as schedules store it. Each row lasts until the next one's date, the last has no days. A note of the schedule that says how to make
 * up another dose, or that none is taken, is rejected; so is a row of a past day with a dose that was not reported of it
 * (`reported`, mg a day, once the plan has started). What has to be prepared is the schedule's, or `prepareUnmakeable`. Throws unprocessable with every error by row and field.
 */
export function readCustomRows(
  rows: readonly CustomDate[],
  {
    schedule,
    medicine,
    today,
    reported,
    prepareUnmakeable,
  }: {
    schedule: Schedule;
    medicine: Medicine;
    today: string;
    reported: ((day: string) => number | null) | null;
    prepareUnmakeable: string;
  },
): ScheduledDose[] {
  /** The doses in mg that such a note is for; none where it fits any dose. */
  const dosesOf = (note: string) => {
    const doses = schedule.steps
      .filter((step) => step.howToTake === note)
      .map(({ dose }) => realMg(dose, medicine));
    return /\d/.test(note) || doses.includes(0) ? doses : [];
  };
  /** As the schedule says it for the same dose. */
  const prepareFor = (mg: number): string => {
    const step = schedule.steps.find(({ dose }) => realMg(dose, medicine) === realMg(mg, medicine));
    return step?.prepare ?? (canMake(mg, medicine.forms) ? '' : prepareUnmakeable);
  };
  const issues: Issue[] = [];
  const read = rows.map((row, index) => {
    const reject = (field: keyof CustomDate, message: string) =>
      issues.push({ path: ['customDates', index, field], message });
    const date = readDate(row.date);
    const dose = readDose(row.dose, medicine.unit);
    const note = row.note.trim();
    if (!date) reject('date', 'Write a day that exists, such as 06/12/2026.');
    else if (Math.abs(daysBetween(today, date)) > MAX_DAYS_FROM_NOW)
      reject('date', 'This day is more than ten years away. Check its year.');
    if (dose === null) reject('dose', `Write the dose in ${medicine.unit} as a number, such as 37.5.`);
    if (note.length > MAX_NOTE_LENGTH) reject('note', `Write at most ${MAX_NOTE_LENGTH} characters.`);
    if (date && dose !== null && date < today && reported && reported(date) !== storedDose(dose, medicine))
      reject('dose', 'This dose was not reported for this day. Report it first, then change the plan.');
    const meant = dosesOf(note);
    if (dose !== null && meant.length > 0 && !meant.includes(realMg(dose, medicine)))
      reject(
        'note',
        `This note is for ${meant.join(' or ')} ${medicine.unit}. Write one for this dose, or leave it empty.`,
      );
    return { date: date ?? '', dose: storedDose(dose ?? 0, medicine), note, prepare: prepareFor(dose ?? 0) };
  });
  read.forEach(({ date }, index) => {
    const before = read[index - 1]?.date;
    if (!date || !before || date > before) return;
    issues.push({
      path: ['customDates', index, 'date'],
      message: 'This day has to come after the one in the row above.',
    });
  });
  read.forEach(({ date }, index) => {
    const next = read[index + 1]?.date;
    if (!date || !next || daysBetween(date, next) <= MAX_DAYS_FROM_NOW) return;
    issues.push({
      path: ['customDates', index + 1, 'date'],
      message: 'This day is more than ten years after the one in the row above.',
    });
  });
  if (issues.length > 0)
    throw new AppError('unprocessable', 'Some rows need correcting. Nothing was saved.', issues);
  return read.map((row, index) => {
    const next = read[index + 1];
    return { ...row, days: next ? daysBetween(row.date, next.date) : 0 };
  });
}

function readDate(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const date = day ? `${year}-${month?.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim();
  return isPlainDate(date) ? date : null;
}

function readDose(text: string, unit: string): number | null {
  const written = text.trim();
  const number = written.toLowerCase().endsWith(unit.toLowerCase())
    ? written.slice(0, -unit.length).trim()
    : written;
  const [digits] = /^\d+(?:\.\d{1,2})?$/.exec(number) ?? [];
  const dose = Number(digits);
  return digits && dose <= MAX_DOSE ? dose : null;
}
