import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { Today } from '../../day/today.ts';
import { type DoseStep, doseStepOn } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { recordInSentences } from '../../records/answer-icons.ts';

/** What the words for a day are made of. */
export interface DaySources {
  records: ReadonlyMap<string, DailyRecord>;
  doseSteps: readonly DoseStep[];
  doseWords: DoseWords;
  today: Today;
}

/**
 * The person's own calendar day for a date of the plot: the local date of the check-up stored under it, because by the
 * UTC date a morning in Australia still counts as the day before.
 */
export function localDayOf(date: string, { records, today }: Pick<DaySources, 'records' | 'today'>): string {
  return records.get(date)?.localDate ?? (date === today.key ? today.local : date);
}

/** `Friday 20 November 2026, today. Sleep good. Mood good. Activity good: Walk. 75 mg a day.` */
export function dayInWords(date: string, sources: DaySources): string {
  const { records, today } = sources;
  const local = localDayOf(date, sources);
  return sentencesOf(
    records.get(date),
    { local, isToday: date === today.key, isAhead: date > today.key },
    sources,
  );
}

/** The same for the person's own calendar day, and not a later one than today. */
export function localDayInWords(
  local: string,
  record: DailyRecord | undefined,
  sources: Omit<DaySources, 'records'>,
): string {
  return sentencesOf(record, { local, isToday: local === sources.today.local, isAhead: false }, sources);
}

function sentencesOf(
  record: DailyRecord | undefined,
  { local, isToday, isAhead }: { local: string; isToday: boolean; isAhead: boolean },
  { doseSteps, doseWords, today }: Omit<DaySources, 'records'>,
): string {
  const doseStep = doseStepOn(doseSteps, local);
  const isPlanned = doseStep !== undefined && doseStep.date > today.local;
  return [
    `${formatDateInWords(local)} ${local.slice(0, 4)}${isToday ? ', today' : ''}.`,
    record ? recordInSentences(record) : isAhead ? '' : 'Nothing recorded.',
    doseStep ? `${isPlanned ? 'Planned: ' : ''}${doseWords.amount(doseStep)} a day.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}
