import { readCsv, type Unzipped } from '../../../api/src/testing/read-export.ts';
import { EXPORT_FILES } from '../model/export/export.ts';
import type { Cell, Exported } from '../model/export/export-file.ts';
import { TRIAL_FILES } from '../model/export/trial-files.ts';

type Row = Record<string, string>;

/** The rows of one person or of the trial, by the name of the file, as texts in alphabetical order. */
export type PersonRows = Record<string, string[]>;

/** The rows of a file of the export, each cell by its column. */
export function rowsOf(files: Unzipped, name: string): Row[] {
  const [head = [], ...rows] = readCsv(files.get(`${name}.csv`) ?? '\r\n');
  return rows.map((cells) => Object.fromEntries(head.map((column, index) => [column, cells[index] ?? ''])));
}

/** The machine's own time, some milliseconds to minutes, is in these: in days or hours as the export has them, in whole hours as the model has. */
const IN_WHOLE_HOURS: Record<string, (cell: string) => number> = {
  delay_hours: (hours) => Math.floor(Number(hours)),
  days_until_closed: (days) => Math.round(Number(days) * 24),
  days_since_raised: (days) => Math.round(Number(days) * 24),
};

/** A cell as the export writes it. */
const textOf = (cell: Cell): string =>
  typeof cell === 'boolean' ? String(Number(cell)) : String(cell ?? '');

const columnsOf = (name: string): readonly string[] =>
  (EXPORT_FILES[name] ?? TRIAL_FILES[name])?.columns ?? [];

/** Rows of the model as texts of the columns that it predicts. */
export const inText = (name: string, rows: readonly Record<string, Cell>[]): string[] =>
  rows
    .map((row) =>
      columnsOf(name)
        .map((column) => `${column} ${textOf(row[column] ?? null)}`)
        .join(', '),
    )
    .sort();

const seenInText = (name: string, rows: readonly Row[]): string[] =>
  inText(
    name,
    rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([column, cell]) => [
          column,
          cell === '' ? '' : (IN_WHOLE_HOURS[column]?.(cell) ?? cell),
        ]),
      ),
    ),
  );

export const rowsIn = (files: Unzipped, name: string): string[] => seenInText(name, rowsOf(files, name));

export const rowsOfPerson = (of: Exported): PersonRows =>
  Object.fromEntries(Object.entries(EXPORT_FILES).map(([name, { rows }]) => [name, inText(name, rows(of))]));

/** A plan that is changed reports the dose in force again: only what changed the dose of a person. */
const changesOf = (rows: readonly Row[]): Row[] =>
  rows.filter(
    ({ study_id, dose }, index) => rows[index - 1]?.study_id !== study_id || rows[index - 1]?.dose !== dose,
  );

/** What the export has of each person who consented. */
export function peopleIn(files: Unzipped): PersonRows[] {
  const all = Object.keys(EXPORT_FILES).map((name) => {
    const rows = rowsOf(files, name);
    return [
      name,
      Map.groupBy(
        name === 'dose_reports' ? changesOf(rows) : rows,
        ({ study_id, USUBJID }) => study_id ?? USUBJID ?? '',
      ),
    ] as const;
  });
  return rowsOf(files, 'participants').map(({ study_id = '' }) =>
    Object.fromEntries(all.map(([name, byPerson]) => [name, seenInText(name, byPerson.get(study_id) ?? [])])),
  );
}
