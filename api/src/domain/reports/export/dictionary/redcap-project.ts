import { csvLine } from '../../../../platform/csv/csv.ts';
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

/** A field has one name in the whole project: that of the column after the prefix of its file. */
const PREFIXES: Readonly<Record<string, string>> = {
  ...{ participants: 'p', survey_outcomes: 'so', consents: 'co', allocations: 'al', baseline: 'ba' },
  ...{ observation: 'ob', setup_answers: 'sa', prescriptions: 'pr', plan_changes: 'pc', planned_steps: 'ps' },
  ...{ strengths: 'st', dose_reports: 'do', daily_records: 'dr', record_versions: 'rv' },
  ...{ record_symptoms: 'rs', record_activities: 'ra', symptom_lists: 'sl', activity_lists: 'ac' },
  ...{ warning_signs: 'ws', warning_sign_actions: 'wa', reminders: 're', follow_ups: 'fu' },
  ...{ follow_up_contacts: 'fc', stops: 'sp', questionnaire_results: 'qr', adverse_events: 'ae' },
  ...{ after_lock: 'lk', calendar: 'ca', corrections: 'cz' },
};

/** The record id has an instrument of its own, so that every other one can repeat. */
const RECORD_ID = 'study_id';
const RECORD_ID_FORM = 'participant';
const ENROLMENT = 'enrolment_arm_1';
const ARM_NUMBER = '1';

const eventOf = (months: number): string => `month_${months}_arm_${ARM_NUMBER}`;
const isOfEvents = ({ key }: ExportFile): boolean => key[1] === 'months';
const isRepeating = (file: ExportFile): boolean => file.key.length > 1 && !isOfEvents(file);

/** The files that REDCap can hold: a row belongs to one participant. */
const instrumentsOf = (files: readonly ExportFile[]): readonly ExportFile[] =>
  files.filter(({ key, derived }) => key[0] === RECORD_ID && !derived);

/** The name of a column's field in the project, empty where it has none. Throws where a file has no prefix. */
export function redcapField({ name, key, derived }: ExportFile, column: string): string {
  if (key[0] !== RECORD_ID || derived) return '';
  if (column === RECORD_ID) return RECORD_ID;
  const prefix = PREFIXES[name];
  if (!prefix) throw new Error(`The file ${name} has no prefix for REDCap.`);
  return `${prefix}_${column}`;
}

/** A value as a code: REDCap takes letters, numbers and underscores. `analysis/redcap.py` writes the same. */
const codeOf = (value: string): string => value.replaceAll(/[^A-Za-z0-9_]/g, '_');

/**
 * What sets up one longitudinal REDCap project for the whole export, as the CSVs that REDCap imports: its data dictionary, its
 * events, which instrument belongs to which event, and which repeat. Follow-ups and questionnaires are on the event of their
 * month, everything else on that of the enrolment.
 */
export function redcapProject(
  files: readonly ExportFile[],
  months: readonly number[],
): Readonly<Record<string, string>> {
  const instruments = instrumentsOf(files);
  const table = (header: readonly string[], rows: readonly (readonly string[])[]) =>
    [header, ...rows].map(csvLine).join('');
  const atEvents = instruments.flatMap((file) =>
    (isOfEvents(file) ? months.map(eventOf) : [ENROLMENT]).map((event) => ({ event, form: file.name })),
  );
  return {
    'dictionary.csv': dictionary(instruments),
    'events.csv': table(
      ['event_name', 'arm_num', 'unique_event_name'],
      [
        ['Enrolment', ARM_NUMBER, ENROLMENT],
        ...months.map((each) => [`Month ${each}`, ARM_NUMBER, eventOf(each)]),
      ],
    ),
    'instrument_events.csv': table(
      ['arm_num', 'unique_event_name', 'form'],
      [
        [ARM_NUMBER, ENROLMENT, RECORD_ID_FORM],
        ...atEvents.map(({ event, form }) => [ARM_NUMBER, event, form]),
      ],
    ),
    'repeating_instruments.csv': table(
      ['event_name', 'form_name', 'custom_form_label'],
      instruments.filter(isRepeating).map(({ name }) => [ENROLMENT, name, '']),
    ),
  };
}

/** What is typed into a field by hand would be lost at the next import, so all are read-only. */
function dictionary(instruments: readonly ExportFile[]): string {
  const rows: Row[] = instruments.flatMap((file, index) =>
    file.columns
      .filter(({ name }) => index === 0 || name !== RECORD_ID)
      .map((column) => fieldRow(file, column)),
  );
  return [
    csvLine(REDCAP_COLUMNS),
    ...rows.map((row) => csvLine(REDCAP_COLUMNS.map((name) => row[name] ?? ''))),
  ].join('');
}

function fieldRow(file: ExportFile, column: ExportColumn): Row {
  const { type: shape, values, mayBeEmpty } = shapeOf(column);
  // Words of a list of the trial are no codes.
  const isCoded = [...values.keys()].every((value) => /^[\w-]+$/.test(value));
  const type = shape === 'choice' && !isCoded ? 'text' : shape;
  const isRecordId = column.name === RECORD_ID;
  return {
    'Variable / Field Name': redcapField(file, column.name),
    'Form Name': isRecordId ? RECORD_ID_FORM : file.name,
    'Field Type': FIELD_TYPES[type],
    'Field Label': column.means,
    'Choices, Calculations, OR Slider Labels':
      type === 'choice' ? [...values].map(([value, label]) => `${codeOf(value)}, ${label}`).join(' | ') : '',
    'Field Note': column.unit ?? '',
    'Text Validation Type OR Show Slider Number':
      type === 'whole number' ? 'integer' : type === 'number' ? 'number' : '',
    'Required Field?': mayBeEmpty ? '' : 'y',
    // The annotation starts with a sign that a spreadsheet could take for a formula, so a space goes before it.
    'Field Annotation': isRecordId ? '' : ' @READONLY',
  };
}
