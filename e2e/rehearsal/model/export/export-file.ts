import type { TrialContent } from '../content.ts';
import { dayIn, daysBetween } from '../local-time.ts';
import type { PersonFacts } from '../person.ts';

export type Cell = string | number | boolean | null;

/** A person who consented, on the day of an export. */
export interface Exported {
  content: TrialContent;
  facts: PersonFacts;
  consent: NonNullable<PersonFacts['consent']>;
  now: number;
  /** Days since the first consent, of a calendar day and of an instant by the trial's clock. */
  study(day: string): number;
  studyAt(instant: number): number;
}

/** A file of the export: its rows of one person, in the file's order, and how each column follows from a row. */
export interface ExportFile {
  columns: string[];
  rows(of: Exported): Record<string, Cell>[];
}

/** Whose rows follow from `items`, one each. The number (from 1) counts the person's rows. */
export const exportFile = <T>(
  items: (of: Exported) => readonly T[],
  columns: Record<string, (item: T, of: Exported, number: number) => Cell>,
): ExportFile => ({
  columns: Object.keys(columns),
  rows: (of) =>
    items(of).map((item, index) =>
      Object.fromEntries(
        Object.entries(columns).map(([column, cell]) => [column, cell(item, of, index + 1)]),
      ),
    ),
});

/** A file with a row for each person, or none. */
export const onePerPerson = (
  columns: Record<string, (of: Exported) => Cell>,
  has: (of: Exported) => boolean = () => true,
): ExportFile => exportFile<Exported>((of) => (has(of) ? [of] : []), columns);

export function exported(content: TrialContent, facts: PersonFacts, now: number): Exported | null {
  const { consent, left } = facts;
  if (!consent || left?.as === 'delete') return null;
  const zero = dayIn(consent.at, content.timeZone);
  const study = (day: string) => daysBetween(zero, day);
  return { content, facts, consent, now, study, studyAt: (at) => study(dayIn(at, content.timeZone)) };
}
