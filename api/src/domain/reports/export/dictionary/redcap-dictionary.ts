import { csvLine } from '../../../../platform/csv/csv.ts';
import { DAILY_RECORD } from '../../../care/tracker/tracker-files.ts';
import {
  type ColumnType,
  type ExportColumn,
  type ExportFile,
  shapeOf,
} from '../../../core/export/export-file.ts';

/** The columns of a REDCap data dictionary, in its order and its words. */
export const REDCAP_COLUMNS = [
  'Variable / Field Name',
  'Form Name',
  'Section Header',
  'Field Type',
  'Field Label',
  'Choices, Calculations, OR Slider Labels',
  'Field Note',
  'Text Validation Type OR Show Slider Number',
  'Text Validation Min',
  'Text Validation Max',
  'Identifier?',
  'Branching Logic (Show field only if...)',
  'Required Field?',
  'Custom Alignment',
  'Question Number (surveys only)',
  'Matrix Group Name',
  'Matrix Ranking?',
  'Field Annotation',
] as const;
type Row = Partial<Record<(typeof REDCAP_COLUMNS)[number], string>>;

const FIELD_TYPES: Record<ColumnType, string> = {
  'yes or no': 'yesno',
  choice: 'radio',
  'whole number': 'text',
  number: 'text',
  text: 'text',
};

/** A project has its record id in a form of its own, so that the other one can repeat. */
const RECORD_ID_FORM = 'participant';

/** The instrument that the rows of a file are: daily_records.csv has had a name of its own from the first export on. */
const formOf = ({ name }: ExportFile): string => (name === 'daily_records' ? DAILY_RECORD : name);

/** The files that REDCap can hold: a row belongs to one participant. */
export const redcapFiles = (files: readonly ExportFile[]): readonly ExportFile[] =>
  files.filter(({ key }) => key[0] === 'study_id');

/**
 * The data dictionary by which a file imports into a REDCap project of its own, since two files have columns of one name.
 * What is typed there by hand would be lost.
 */
export function redcapDictionary(file: ExportFile): string {
  const fields = file.columns.filter(({ name }) => !name.startsWith('redcap_'));
  return [
    csvLine(REDCAP_COLUMNS),
    ...fields.map((column, index) => {
      const row = fieldRow(column, index === 0 ? RECORD_ID_FORM : formOf(file));
      return csvLine(REDCAP_COLUMNS.map((name) => row[name] ?? ''));
    }),
  ].join('');
}

function fieldRow(column: ExportColumn, form: string): Row {
  const { type: shape, values, mayBeEmpty } = shapeOf(column);
  // Words of a list of the trial are no codes that REDCap takes.
  const isCoded = [...values.keys()].every((value) => /^[\w.-]+$/.test(value));
  const type = shape === 'choice' && !isCoded ? 'text' : shape;
  return {
    'Variable / Field Name': column.name,
    'Form Name': form,
    'Field Type': FIELD_TYPES[type],
    'Field Label': column.means,
    'Choices, Calculations, OR Slider Labels':
      type === 'choice' ? [...values].map(([value, label]) => `${value}, ${label}`).join(' | ') : '',
    'Field Note': column.unit ?? '',
    'Text Validation Type OR Show Slider Number':
      type === 'whole number' ? 'integer' : type === 'number' ? 'number' : '',
    'Required Field?': mayBeEmpty ? '' : 'y',
    // The annotation starts with a sign that a spreadsheet could take for a formula, so a space goes before it.
    'Field Annotation': form === RECORD_ID_FORM ? '' : ' @READONLY',
  };
}
