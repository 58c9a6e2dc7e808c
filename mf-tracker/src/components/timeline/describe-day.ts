import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { clockTime } from '@stepwise/shared-contracts/dates/time-of-day';
import { recordInSentences } from '@stepwise/shared-contracts/entities/record-words';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { Today } from '../../day/today.ts';
import { type DoseStep, doseStepOn } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { groupRecords, type RecordIndex } from '../../records/record-index.ts';

/** What the words for a day are made of. */
export interface DaySources {
  records: RecordIndex;
  doseSteps: readonly DoseStep[];
  doseWords: DoseWords;
  today: Today;
}

/** One of the person's own days at a date of the plot, with the records of it that are stored under that date. */
export interface OwnDay {
  local: string;
  records: readonly DailyRecord[];
}

/**
 * The person's own calendar days for a date of the plot. There are two where a check-up of the morning after is stored under
 * it, because by the UTC date a morning in Australia still counts as the day before.
 */
export function ownDaysOf(date: string, { records, today }: Pick<DaySources, 'records' | 'today'>): OwnDay[] {
  const byDay = groupRecords(records.byDate.get(date) ?? [], 'localDate');
  if (date === today.key && !byDay.has(today.local)) byDay.set(today.local, []);
  const days = [...byDay].map(([local, ofDay]) => ({ local, records: ofDay }));
  return days.length > 0 ? days : [{ local: date, records: [] }];
}

/** `Friday 20 November 2026, today. Sleep good. Mood good. Activity good: Walk. 75 mg a day.` */
export const describeDay = (date: string, sources: DaySources): string =>
  ownDaysOf(date, sources)
    .map((day) => sentencesOf(day, sources))
    .join(' ');

/** The same for the person's own calendar day, with every record of it. */
export const describeLocalDay = (local: string, sources: DaySources): string =>
  sentencesOf({ local, records: sources.records.byDay.get(local) ?? [] }, sources);

function sentencesOf(
  { local, records }: OwnDay,
  { doseSteps, doseWords, today, records: { byDay } }: DaySources,
): string {
  const doseStep = doseStepOn(doseSteps, local);
  const isPlanned = doseStep !== undefined && doseStep.date > today.local;
  const counted = byDay.get(local)?.at(-1);
  return [
    `${formatDateInWords(local)} ${local.slice(0, 4)}${local === today.local ? ', today' : ''}.`,
    ...[...records].reverse().map((record) => checkUpInWords(record, record === counted)),
    records.length === 0 && local <= today.local ? 'Nothing recorded.' : '',
    doseStep ? `${isPlanned ? 'Planned: ' : ''}${doseWords.amount(doseStep)} a day.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

const checkUpInWords = (record: DailyRecord, isCounted: boolean): string =>
  [
    isCounted ? '' : `Earlier check-up, ${clockTime(record.recordedAt, record.timeZone)}:`,
    record.addedLater ? 'Added later.' : '',
    recordInSentences(record),
  ]
    .filter(Boolean)
    .join(' ');
