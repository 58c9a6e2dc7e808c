import { formatDate } from '../dates/plain-date.ts';
import { CATEGORY_NAMES } from '../entities/record-words.ts';
import { CATEGORIES, type DailyRecord, type Symptom } from '../entities/tracker.ts';
import type { PlanStep } from '../plan/plan-steps.ts';
import { type Course, type DosePeriod, periodInForce } from './course.ts';

/** What a page about a course says beside its picture: on Home, on the page for the doctor and in its PDF. */
export const COURSE_TABLE = {
  caption: 'Doses, and good days of those recorded',
  head: [
    'Dose a day',
    'Planned for',
    'Taken from',
    'Days recorded',
    ...CATEGORIES.map((category) => CATEGORY_NAMES[category]),
    'Warning days',
  ],
};

/** One row of the table: the columns of `COURSE_TABLE.head`. */
export function courseRow({ label, date, planned, state, counts }: DosePeriod): string[] {
  const isRecorded = counts.recorded > 0;
  return [
    label,
    planned ? formatDate(planned) : '',
    { taken: formatDate(date), assumed: 'not confirmed', planned: '' }[state],
    state === 'planned' ? '' : `${counts.recorded} of ${counts.days}`,
    ...CATEGORIES.map((category) => (isRecorded ? String(counts.good[category]) : '')),
    isRecorded ? String(counts.warnings) : '',
  ];
}

const MAX_ROWS = 12;
const ROWS_AHEAD = 4;

/** The rows that have room on one page: the latest, and those that come next. */
export function periodsOnSheet({ periods }: Course): DosePeriod[] {
  const begun = periods.filter(({ state }) => state !== 'planned').length;
  const end = Math.min(periods.length, Math.max(begun + ROWS_AHEAD, MAX_ROWS));
  return periods.slice(Math.max(0, end - MAX_ROWS), end);
}

const MAX_SYMPTOMS = 5;

interface FrequentSymptom {
  text: string;
  days: number;
  recorded: number;
}

/** How many days recorded since the last step had a symptom: the five most frequent, `days` of `recorded`. */
export function frequentSymptoms(course: Course): FrequentSymptom[] {
  const since = course.periods.findLast(({ state }) => state !== 'planned')?.date ?? course.first;
  const records = [...course.days.values()].filter(({ localDate }) => localDate >= since);
  const counts = new Map<string, number>();
  for (const { symptoms } of records)
    for (const text of new Set(symptoms.map((symptom) => symptom.text)))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .map(([text, days]) => ({ text: shorten(text), days, recorded: records.length }))
    .sort((a, b) => b.days - a.days || (a.text < b.text ? -1 : 1))
    .slice(0, MAX_SYMPTOMS);
}

export const symptomInWords = ({ text, days, recorded }: FrequentSymptom): string =>
  `${text}: ${days} of ${recorded} ${recorded === 1 ? 'day' : 'days'}`;

/** What `frequentSymptoms` are counted since: `25 mg`, or the day the course began. */
export const sinceWords = (course: Course): string =>
  periodInForce(course)?.label ??
  formatDate(course.periods.findLast(({ state }) => state !== 'planned')?.date ?? course.first);

/** Of a person's own words, so that the sheet stays one page. */
const MAX_LABEL_LENGTH = 40;

/** At the end of a word, unless one word is longer. */
function shorten(text: string, most = MAX_LABEL_LENGTH): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most + 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : most).trimEnd()}…`;
}

const MAX_WARNING_DAYS = 4;
const MAX_SIGNS = 2;

interface WarningDays {
  days: { date: string; signs: string }[];
  earlier: number;
}

/** The last days with a warning sign, latest first, and how many there were before them. */
export function lastWarningDays(course: Course): {
  days: { date: string; signs: string }[];
  earlier: number;
} {
  const latest = [...course.warningDays].reverse();
  const days = latest.slice(0, MAX_WARNING_DAYS).flatMap((date) => {
    const record = course.days.get(date);
    return record ? [{ date: formatDate(date), signs: signsOf(record) }] : [];
  });
  return { days, earlier: latest.length - days.length };
}

export const warningsInWords = ({ days, earlier }: WarningDays): string[] => [
  ...days.map(({ date, signs }) => `${date}: ${signs}`),
  ...(earlier > 0 ? [`${earlier} more before`] : []),
];

function signsOf({ symptoms }: DailyRecord): string {
  const signs = symptoms.filter(({ redflag }) => redflag).map(({ text }) => text);
  const more = signs.length - MAX_SIGNS;
  return [
    ...signs.slice(0, MAX_SIGNS).map((sign) => shorten(sign)),
    ...(more > 0 ? [`${more} more`] : []),
  ].join(', ');
}

/** Where the course stands: the dose in force with the day it was reported from, and what is planned next. */
export function standingOf(course: Course): { now: string; next: string } {
  const period = periodInForce(course);
  const next = course.periods.find(({ state }) => state === 'planned');
  const isAssumed = course.periods.some(({ state }) => state === 'assumed') && !period;
  return {
    now: period
      ? `${period.label}, reported from ${formatDate(period.date)}`
      : isAssumed
        ? 'Not known: no one has confirmed which dose is taken'
        : 'The plan has not started yet',
    next: next ? `${next.label}, planned from ${formatDate(next.planned ?? next.date)}` : 'None is planned',
  };
}

const MAX_WATCHED = 11;

/** `Feeling low; Panic; 2 more.`: the symptoms that the person chose as warning signs, those of self-harm first. */
export function watchedSigns(symptoms: readonly Symptom[]): string {
  const flagged = symptoms
    .filter(({ redflag }) => redflag)
    .sort((a, b) => Number(b.selfHarm) - Number(a.selfHarm))
    .map(({ text }) => shorten(text));
  const more = flagged.length - MAX_WATCHED;
  const listed = [...flagged.slice(0, MAX_WATCHED), ...(more > 0 ? [`${more} more`] : [])];
  return listed.length > 0 ? `${listed.join('; ')}.` : 'None chosen yet.';
}

/** `50 mg tablet, 100 mg tablet`: the strengths that the person has at home, of the forms of their medicine. */
export function strengthsInWords(
  forms: readonly { id: number; text: string }[],
  strengths: readonly number[] | null | undefined,
): string {
  if (!strengths) return 'Not said yet';
  const texts = forms.filter(({ id }) => strengths.includes(id)).map(({ text }) => text);
  return texts.length > 0 ? texts.join(', ') : 'None of those sold';
}

const MAX_NOTES = 2;
const MAX_NOTE_LENGTH = 180;
const MAX_DOSES = 4;

/**
 * `15 mg, 9 mg: Ask your pharmacist now.`: what has to be prepared for the step in force and those ahead, and how to take
 * them. Steps with the same note stand together, the next ones first.
 */
export function notesOfSteps(steps: readonly PlanStep[], amount: (dose: number) => string): string[] {
  const inForce = steps.findLastIndex(({ status }) => status === 'taken');
  const dosesOf = new Map<string, string[]>();
  for (const { dose, note, prepare, status } of steps.slice(Math.max(inForce, 0))) {
    const text = [status === 'taken' ? '' : prepare, note].filter(Boolean).join(' ');
    if (text && status !== 'passed') dosesOf.set(text, [...(dosesOf.get(text) ?? []), amount(dose)]);
  }
  const named = (doses: readonly string[]) =>
    [
      ...doses.slice(0, MAX_DOSES),
      ...(doses.length > MAX_DOSES ? [`${doses.length - MAX_DOSES} more`] : []),
    ].join(', ');
  const notes = [...dosesOf].map(([text, doses]) => `${named(doses)}: ${shorten(text, MAX_NOTE_LENGTH)}`);
  const more = notes.length - MAX_NOTES;
  return [...notes.slice(0, MAX_NOTES), ...(more > 0 ? [`${more} more in the app`] : [])];
}

export const SHEET_NOTE = 'These are counts of what was recorded. They do not say why.';
