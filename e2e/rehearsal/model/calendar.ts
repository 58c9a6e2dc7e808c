/** The Gregorian calendar by its tables, without the language's own dates. A day is `YYYY-MM-DD`. */

const MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAYS_OF_400_YEARS = 146_097;
/** Of 1 January 1970, counted from 1 January of the year 0. */
const EPOCH = 719_528;

const isLeap = (year: number): boolean => year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0);
const lengthOf = (year: number, month: number): number =>
  month === 1 && isLeap(year) ? 29 : (MONTHS[month] ?? Number.NaN);
/** Leap years from the year 0 up to the one before. */
const leapYearsBefore = (year: number): number =>
  year === 0
    ? 0
    : Math.floor((year - 1) / 4) - Math.floor((year - 1) / 100) + Math.floor((year - 1) / 400) + 1;
const newYear = (year: number): number => 365 * year + leapYearsBefore(year) - EPOCH;

interface Parts {
  year: number;
  /** From 0. */
  month: number;
  date: number;
}

const read = (day: string): Parts => ({
  year: Number(day.slice(0, 4)),
  month: Number(day.slice(5, 7)) - 1,
  date: Number(day.slice(8, 10)),
});
const write = ({ year, month, date }: Parts): string =>
  `${String(year).padStart(4, '0')}-${String(month + 1).padStart(2, '0')}-${String(date).padStart(2, '0')}`;

/** Days since 1 January 1970. */
export function numberOf(day: string): number {
  const { year, month, date } = read(day);
  let number = newYear(year) + date - 1;
  for (let before = 0; before < month; before++) number += lengthOf(year, before);
  return number;
}

/** The day with that number. */
export function dayOf(number: number): string {
  let year = Math.floor(((number + EPOCH) * 400) / DAYS_OF_400_YEARS);
  while (newYear(year) > number) year -= 1;
  while (newYear(year + 1) <= number) year += 1;
  let left = number - newYear(year);
  let month = 0;
  for (; left >= lengthOf(year, month); month++) left -= lengthOf(year, month);
  return write({ year, month, date: left + 1 });
}

export const addDays = (day: string, days: number): string => dayOf(numberOf(day) + days);

export const daysBetween = (from: string, to: string): number => numberOf(to) - numberOf(from);

/** The same date a number of months later; where that month has none, its last. */
export function addMonths(day: string, months: number): string {
  const { year, month, date } = read(day);
  const sum = 12 * year + month + months;
  const [laterYear, laterMonth] = [Math.floor(sum / 12), sum % 12];
  return write({
    year: laterYear,
    month: laterMonth,
    date: Math.min(date, lengthOf(laterYear, laterMonth)),
  });
}
