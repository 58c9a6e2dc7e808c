import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { Today } from '../../day/today.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { type Stage, stageOn } from '../../doses/stages.ts';
import { recordInWords } from '../../records/marks.ts';

/** What the words for a day are made of. */
export interface DaySources {
  records: ReadonlyMap<string, DailyRecord>;
  stages: readonly Stage[];
  doseWords: DoseWords;
  today: Today;
}

/**
 * The person's own calendar day for a date of the plot: the local date of the check-up kept under it, because by the
 * UTC date a morning in Australia still counts as the day before.
 */
export function localDayOf(date: string, { records, today }: Pick<DaySources, 'records' | 'today'>): string {
  return records.get(date)?.localDate ?? (date === today.key ? today.local : date);
}

/** `Friday 20 November. Sleep good, mood good, activity good. 75 mg a day.` */
export function dayInWords(date: string, sources: DaySources): string {
  const { records, stages, doseWords, today } = sources;
  const local = localDayOf(date, sources);
  const record = records.get(date);
  const stage = stageOn(stages, local);
  const isPlanned = stage !== undefined && stage.date > today.local;
  return [
    `${formatDateInWords(local)} ${local.slice(0, 4)}${date === today.key ? ', today' : ''}`,
    record ? recordInWords(record) : date > today.key ? '' : 'Nothing recorded',
    stage ? `${isPlanned ? 'Planned: ' : ''}${doseWords.amount(stage)} a day` : '',
  ]
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ');
}
