import { CsvError, readCsv } from '../../../platform/csv/read-csv.ts';
import type { Content } from '../../core/content/load-content.ts';
import type { QuestionnaireField } from '../../core/content/questionnaires.schema.ts';
import type { Answers } from './questionnaire-result.entities.ts';

/** What is wrong in a CSV, by the number of its row (the header is row 1) and its column; no value is repeated. */
export interface ResultFault {
  row: number;
  column: string;
  fault: string;
}

/** What a row is checked against: a participant who was randomised, by their study id. Days are YYYY-MM-DD. */
export interface KnownParticipant {
  id: string;
  /** The first day on which each follow-up can be answered, by its months. */
  opensOn: ReadonlyMap<number, string>;
  /** The day of the stop of all contact by which they left, or null. */
  stoppedOn: string | null;
}

export interface CheckedResult {
  participant: string;
  months: number;
  completedOn: string;
  answers: Answers;
}

interface CheckedAgainst {
  people: ReadonlyMap<string, KnownParticipant>;
  today: string;
}

/**
 * Reads the external tool's CSV by the codebook in content. Answers its rows where nothing at all is wrong with it, else every
 * fault: a file is imported whole or not.
 */
export function checkResults(
  text: string,
  codebook: Content['questionnaires'],
  against: CheckedAgainst,
): { results: CheckedResult[]; faults: ResultFault[] } {
  const faults: ResultFault[] = [];
  const report: Report = (row, column, fault) => {
    faults.push({ row, column, fault });
  };
  const rows = readRows(text, report);
  const { columns, fields } = codebook;
  const [header = [], ...lines] = rows;
  const expected = [...Object.values(columns), ...fields.map(({ name }) => name)];
  if (rows.length > 0) checkHeader(header, expected, report);
  if (faults.length === 0 && lines.length === 0) report(1, '', 'The file has no rows below its header.');
  if (faults.length > 0) return { results: [], faults };

  const seen = new Map<string, number>();
  const results = lines.map((cells, index) => {
    const row = index + 2;
    if (cells.length !== header.length)
      report(row, '', `It has ${cells.length} cells where the header has ${header.length}.`);
    const cellOf = (column: string) => (cells[header.indexOf(column)] ?? '').trim();
    const whose = checkWhose(cellOf, columns, against, (column, fault) => report(row, column, fault));
    const key = `${whose.participant} ${whose.months}`;
    const before = seen.get(key);
    if (before !== undefined)
      report(row, columns.studyId, `Row ${before} is of the same person and follow-up.`);
    else if (whose.participant && whose.months) seen.set(key, row);
    const answers: Answers = {};
    for (const field of fields) {
      const { value, fault } = readAnswer(cellOf(field.name), field);
      if (fault) report(row, field.name, fault);
      answers[field.name] = value ?? null;
    }
    return { ...whose, answers };
  });
  return { results: faults.length > 0 ? [] : results, faults };
}

type Report = (row: number, column: string, fault: string) => void;

function readRows(text: string, report: Report): string[][] {
  // A program of a spreadsheet's maker puts a byte order mark first.
  const content = text.replace(/^\uFEFF/, '');
  if (content.includes('\uFFFD') || content.includes('\0')) {
    report(1, '', 'The file is not a text in UTF-8. Save it as “CSV UTF-8”.');
    return [];
  }
  try {
    return readCsv(content);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    report(error.line, '', 'A quotation mark is not where one may be.');
    return [];
  }
}

function checkHeader(header: readonly string[], expected: readonly string[], report: Report): void {
  if (header.length === 1 && header[0]?.includes(';')) {
    report(1, '', 'The cells are separated by semicolons. Save the file with commas.');
    return;
  }
  for (const column of expected) if (!header.includes(column)) report(1, column, 'This column is missing.');
  header.forEach((column, index) => {
    if (!expected.includes(column)) report(1, column, 'The codebook has no such column.');
    else if (header.indexOf(column) < index) report(1, column, 'This column comes twice.');
  });
}

function checkWhose(
  cellOf: (column: string) => string,
  columns: Content['questionnaires']['columns'],
  { people, today }: CheckedAgainst,
  report: (column: string, fault: string) => void,
): Omit<CheckedResult, 'answers'> {
  const person = people.get(cellOf(columns.studyId).toUpperCase());
  if (!person) report(columns.studyId, 'No participant who was randomised has this study id.');
  const months = Number(cellOf(columns.months) || Number.NaN);
  const opensOn = person?.opensOn.get(months);
  if (person && !opensOn) report(columns.months, `It is none of ${[...person.opensOn.keys()].join(', ')}.`);
  const completedOn = cellOf(columns.completedOn);
  const day = new Date(`${completedOn}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== completedOn)
    report(columns.completedOn, 'It is no day like 2026-03-10.');
  else if (completedOn > today) report(columns.completedOn, 'It is ahead.');
  else if (opensOn && completedOn < opensOn)
    report(columns.completedOn, 'It is before the follow-up could be answered.');
  else if (person?.stoppedOn && completedOn > person.stoppedOn)
    report(columns.completedOn, 'The person had stopped taking part before it. Leave the row out.');
  return { participant: person?.id ?? '', months, completedOn };
}

function readAnswer(cell: string, field: QuestionnaireField): { value?: number; fault?: string } {
  if (cell === '') return field.optional ? {} : { fault: 'It is empty.' };
  const value = /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN;
  if (field.type === 'choice') {
    const values = field.options.map((option) => option.value);
    return values.includes(value) ? { value } : { fault: `It is none of ${values.join(', ')}.` };
  }
  const { min, max } = field;
  if (field.type === 'whole-number' && !Number.isInteger(value))
    return { fault: `It is no whole number from ${min} to ${max}.` };
  return value >= min && value <= max ? { value } : { fault: `It is no number from ${min} to ${max}.` };
}
