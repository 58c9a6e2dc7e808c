import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../../../platform/config/config.ts';
import { csvLine } from '../../../../platform/csv/csv.ts';
import { readCsv } from '../../../../platform/csv/read-csv.ts';
import { loadContent } from '../../../core/content/load-content.ts';
import { calendarFile } from '../files/calendar-file.ts';
import { exportFiles, maskFiles } from '../files/export-files.ts';
import { codebook } from './codebook.ts';
import { REDCAP_COLUMNS, redcapProject } from './redcap-project.ts';

const content = loadContent(readConfig({}).contentDir);
const { months } = content.followUps;
const files = [...exportFiles(content), calendarFile];
const project = redcapProject(files, months);
const tableOf = (name: string, own = project): string[][] => readCsv(own[name] ?? '');
const [header = [], ...fields] = tableOf('dictionary.csv');
const instruments = files.filter(({ key, derived }) => key[0] === 'study_id' && !derived);

const FIELD_TYPES = [
  'text',
  'notes',
  'dropdown',
  'radio',
  'checkbox',
  'yesno',
  'truefalse',
  'calc',
  'file',
  'slider',
  'descriptive',
];
const VALIDATIONS = [
  '',
  'integer',
  'number',
  'date_dmy',
  'date_mdy',
  'date_ymd',
  'email',
  'phone',
  'time',
  'zipcode',
];
/** Columns that REDCap makes itself, and names it keeps. */
const RESERVED = [
  'redcap_event_name',
  'redcap_repeat_instrument',
  'redcap_repeat_instance',
  'redcap_data_access_group',
];

/** What REDCap rejects in a data dictionary, by the rules of its own help text. */
function faultsOf(rows: string[][]): string[] {
  const faults: string[] = [];
  const names = new Set<string>();
  const finished = new Set<string>();
  let form = '';
  for (const cells of rows) {
    const cell = (name: (typeof REDCAP_COLUMNS)[number]) => cells[REDCAP_COLUMNS.indexOf(name)] ?? '';
    const name = cell('Variable / Field Name');
    const fail = (fault: string) => faults.push(`${name}: ${fault}`);
    if (cells.length !== REDCAP_COLUMNS.length) fail('has another number of columns');
    if (!/^[a-z](?:_?[a-z0-9])*$/.test(name) || name.length > 26) fail('is no name of a field');
    if (names.has(name)) fail('comes twice');
    if (RESERVED.includes(name)) fail('is reserved');
    if (name.endsWith('_complete')) fail('is the name of a form’s status');
    names.add(name);
    const inForm = cell('Form Name');
    if (!/^[a-z][a-z0-9_]*$/.test(inForm)) fail('is in no form');
    if (inForm !== form && finished.has(inForm)) fail('is apart from its form');
    finished.add(form);
    form = inForm;
    const type = cell('Field Type');
    const choices = cell('Choices, Calculations, OR Slider Labels');
    if (!FIELD_TYPES.includes(type)) fail('has an unknown type');
    if (!cell('Field Label')) fail('has no label');
    if (['radio', 'dropdown', 'checkbox'].includes(type)) {
      const codes = choices.split(' | ').map((choice) => /^([A-Za-z0-9_]+), .+$/.exec(choice)?.[1]);
      if (codes.includes(undefined) || new Set(codes).size < codes.length)
        fail('has choices that cannot be read');
    } else if (choices) fail('has choices and may not');
    const validation = cell('Text Validation Type OR Show Slider Number');
    if (!VALIDATIONS.includes(validation) || (validation && type !== 'text')) fail('has a wrong validation');
    if (!['', 'y'].includes(cell('Required Field?')) || !['', 'y'].includes(cell('Identifier?')))
      fail('has no y');
    if (!/^(\s*@[A-Z-]+)*$/.test(cell('Field Annotation'))) fail('has an unknown annotation');
  }
  return faults;
}

describe('the data dictionary', () => {
  test('has REDCap’s header, word for word', () => {
    expect(header.join()).toBe(
      'Variable / Field Name,Form Name,Section Header,Field Type,Field Label,Choices, Calculations, OR Slider Labels,Field Note,Text Validation Type OR Show Slider Number,Text Validation Min,Text Validation Max,Identifier?,Branching Logic (Show field only if...),Required Field?,Custom Alignment,Question Number (surveys only),Matrix Group Name,Matrix Ranking?,Field Annotation',
    );
  });

  test('breaks none of REDCap’s rules, of a masked export as well', () => {
    expect(faultsOf(fields)).toEqual([]);
    const [, ...masked] = tableOf('dictionary.csv', redcapProject(maskFiles(files), months));
    expect(faultsOf(masked)).toEqual([]);
    expect(masked.length).toBeLessThan(fields.length);
  });

  test('has the record id first, in a form of its own, and every column of every file of people', () => {
    expect(fields[0]?.slice(0, 2)).toEqual(['study_id', 'participant']);
    expect(fields.slice(1).map(([, form]) => form)).toEqual(
      instruments.flatMap(({ name, columns }) => columns.slice(1).map(() => name)),
    );
  });

  test('is checked by a checker that finds what breaks the rules', () => {
    const [first = [], second = []] = fields;
    const change = (row: string[], column: (typeof REDCAP_COLUMNS)[number], value: string) =>
      row.with(REDCAP_COLUMNS.indexOf(column), value);
    const choices = 'Choices, Calculations, OR Slider Labels';
    const broken: [string[], RegExp][] = [
      [change(first, 'Variable / Field Name', 'Study_Id'), /is no name of a field/],
      [change(first, 'Variable / Field Name', 'a_name_of_more_than_26_signs'), /is no name of a field/],
      [change(first, 'Variable / Field Name', 'redcap_repeat_instance'), /is reserved/],
      [change(first, 'Field Type', 'number'), /has an unknown type/],
      [change(first, 'Field Type', 'radio'), /has choices that cannot be read/],
      [
        change(change(first, 'Field Type', 'radio'), choices, 'usual-care, Usual care'),
        /has choices that cannot/,
      ],
      [change(second, 'Text Validation Type OR Show Slider Number', 'int'), /has a wrong validation/],
      [first.slice(1), /has another number of columns/],
    ];
    for (const [row, fault] of broken) expect(faultsOf([row]).join()).toMatch(fault);
    expect(faultsOf([first, first]).join()).toMatch(/comes twice/);
  });
});

describe('the codebook', () => {
  const [columns = [], ...book] = readCsv(codebook(files));
  const lineOf = (file: string, column: string) =>
    Object.fromEntries(
      book
        .find((line) => line[0] === `${file}.csv` && line[2] === column)
        ?.map((cell, index) => [columns[index], cell]) ?? [],
    );
  const labelsOf = (file: string, column: string) => lineOf(file, column).allowed_values?.split(' | ');

  test('gives each value of the content its label', () => {
    for (const [file, column, label] of [
      ['setup_answers', 'option_id', '403 = Yes, and I had trouble with withdrawal symptoms'],
      ['setup_answers', 'option_id', '311 = Citalopram, 40 mg'],
      ['strengths', 'form_id', '12 = Citalopram, 20 mg tablet'],
      ['participants', 'schedule_id', '1 = Citalopram, standard steps'],
      ['record_symptoms', 'symptom', 'Night sweats'],
      ['record_symptoms', 'symptom', 'Own item'],
      ['record_activities', 'activity', 'Own item'],
    ] as const)
      expect(labelsOf(file, column)).toContain(label);
    expect(labelsOf('setup_answers', 'question_id')?.[2]).toMatch(
      /^3 = How much .* If your dose is not in the list, stop here and call the research team\.$/,
    );
  });

  test('says of a column its unit, whether it may be empty, and whether it names a row', () => {
    expect(lineOf('follow_ups', 'months')).toMatchObject({ unit: 'months', may_be_empty: 'no', key: 'yes' });
    expect(lineOf('follow_ups', 'done_day')).toMatchObject({
      ...{ type: 'whole number', unit: 'days since the first consent', may_be_empty: 'yes', key: 'no' },
      ...{ from: 'Follow-up', redcap_field: 'fu_done_day' },
    });
    expect(lineOf('questionnaire_results', 'dose_mg')).toMatchObject({ type: 'number', unit: 'mg a day' });
    expect(lineOf('questionnaire_results', 'well_being').may_be_empty).toBe('yes');
    expect(lineOf('participants', 'start_dose').unit).toBe('mg a day');
  });

  test('agrees with the dictionary on what has to be there, in which unit', () => {
    const at = (column: (typeof REDCAP_COLUMNS)[number]) => REDCAP_COLUMNS.indexOf(column);
    const known = new Map(book.map((line) => [line[columns.indexOf('redcap_field')], line]));
    for (const field of fields.slice(1)) {
      const line = known.get(field[0] ?? '') ?? [];
      const cell = (name: string) => line[columns.indexOf(name)] ?? '';
      const validation = { 'whole number': 'integer', number: 'number' }[cell('type')] ?? '';
      expect([field[0], field[at('Required Field?')], field[at('Field Note')]]).toEqual([
        ...[cell('redcap_field'), cell('may_be_empty') === 'yes' ? '' : 'y', cell('unit')],
      ]);
      expect(field[at('Field Label')]).toBe(cell('means'));
      expect([field[0], field[at('Text Validation Type OR Show Slider Number')]]).toEqual([
        field[0],
        validation,
      ]);
    }
  });
});

describe('the events', () => {
  const [, ...events] = tableOf('events.csv');
  const [, ...designated] = tableOf('instrument_events.csv');
  const [, ...repeating] = tableOf('repeating_instruments.csv');

  test('are the enrolment and each follow-up, with unique names', () => {
    expect(events.map(([, , unique]) => unique)).toEqual([
      'enrolment_arm_1',
      ...months.map((each) => `month_${each}_arm_1`),
    ]);
  });

  test('have every form; follow-ups and questionnaires are on that of their month, and do not repeat', () => {
    const known = events.map(([, , unique]) => unique);
    for (const [, event] of designated) expect(known).toContain(event);
    expect(new Set(designated.map(([, , form]) => form))).toEqual(new Set(fields.map(([, form]) => form)));
    for (const form of ['follow_ups', 'questionnaire_results']) {
      expect(designated.filter((row) => row[2] === form).map(([, event]) => event)).toEqual(known.slice(1));
      expect(repeating.map(([, each]) => each)).not.toContain(form);
    }
    for (const [event, form] of repeating) expect(designated).toContainEqual(['1', event, form]);
  });
});

(spawnSync('python3', ['--version']).status === 0 ? describe : describe.skip)('redcap.py', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-redcap-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('writes rows that the project takes: known fields, codes of the dictionary, one instance of each row', () => {
    const [place, out] = [join(folder, 'export'), join(folder, 'import')];
    mkdirSync(place);
    writeFileSync(join(place, 'codebook.csv'), codebook(files));
    const rows: Record<string, Record<string, string | number>[]> = {
      allocations: [{ study_id: 'S1', arm: 'usual-care', draw_day: 1 }],
      daily_records: [3, 7].map((record) => ({ study_id: 'S1', record, study_day: -1 })),
      reminders: [-1, 0, 1].map((study_day) => ({ study_id: 'S1', study_day })),
      follow_ups: [3, 6].map((each) => ({ study_id: 'S1', months: each, due_day: 90 })),
    };
    for (const { name, columns } of files) {
      const names = columns.map((column) => column.name);
      const lines = (rows[name] ?? []).map((row) => csvLine(names.map((column) => row[column] ?? '')));
      writeFileSync(join(place, `${name}.csv`), csvLine(names) + lines.join(''));
    }
    const script = join(import.meta.dirname, '../analysis/redcap.py');
    const { stderr, status } = spawnSync('python3', [script, place, out], { encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });

    const imported = (name: string) => readCsv(readFileSync(join(out, `${name}.csv`), 'utf8'));
    const known = fields.map(([field]) => field);
    for (const { name } of instruments) {
      const [columns = [], ...lines] = imported(name);
      const own = columns.filter((each) => !each.startsWith('redcap_') && each !== `${name}_complete`);
      expect(known).toEqual(expect.arrayContaining(own));
      const keys = lines.map((line) => line.slice(0, 4).join());
      expect(new Set(keys).size).toBe(lines.length);
    }
    const codes = fields.find(([field]) => field === 'al_arm')?.[
      REDCAP_COLUMNS.indexOf('Choices, Calculations, OR Slider Labels')
    ];
    expect(codes).toContain('usual_care, ');
    expect(imported('allocations')[1]).toEqual(['S1', 'enrolment_arm_1', '', '', 'usual_care', '1', '2']);
    expect(imported('daily_records').map((row) => row.slice(1, 4))).toEqual([
      ['redcap_event_name', 'redcap_repeat_instrument', 'redcap_repeat_instance'],
      ['enrolment_arm_1', 'daily_records', '3'],
      ['enrolment_arm_1', 'daily_records', '7'],
    ]);
    expect(imported('reminders').map((row) => row[3])).toEqual(['redcap_repeat_instance', '1', '2', '3']);
    expect(imported('follow_ups').map((row) => row[1])).toEqual([
      'redcap_event_name',
      'month_3_arm_1',
      'month_6_arm_1',
    ]);
  });
});
