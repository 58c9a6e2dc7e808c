import { expect, test } from '@jest/globals';
import { readConfig } from '../../../../platform/config/config.ts';
import { readCsv } from '../../../../testing/read-export.ts';
import { loadContent } from '../../../core/content/load-content.ts';
import { exportFiles } from '../files/export-files.ts';
import { REDCAP_COLUMNS, redcapDictionary, redcapFiles } from './redcap-dictionary.ts';

const files = exportFiles(loadContent(readConfig({}).contentDir));
const dictionaryOf = (file: string) =>
  readCsv(
    redcapFiles(files)
      .flatMap((each) => (each.name === file ? redcapDictionary(each) : []))
      .join(''),
  );
const [header = [], ...fields] = dictionaryOf('daily_records');

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
      const codes = choices.split(' | ').map((choice) => /^([A-Za-z0-9_.-]+), .+$/.exec(choice)?.[1]);
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

test('the header is REDCap’s, word for word', () => {
  expect(header.join()).toBe(
    'Variable / Field Name,Form Name,Section Header,Field Type,Field Label,Choices, Calculations, OR Slider Labels,Field Note,Text Validation Type OR Show Slider Number,Text Validation Min,Text Validation Max,Identifier?,Branching Logic (Show field only if...),Required Field?,Custom Alignment,Question Number (surveys only),Matrix Group Name,Matrix Ranking?,Field Annotation',
  );
});

test.each(redcapFiles(files).map(({ name }) => name))(
  'nothing in that of %s breaks REDCap’s rules',
  (name) => {
    const [, ...rows] = dictionaryOf(name);
    expect(rows.length).toBeGreaterThan(1);
    expect(faultsOf(rows)).toEqual([]);
  },
);

test('the checker finds what breaks them', () => {
  const [first = [], second = []] = fields;
  const change = (row: string[], column: (typeof REDCAP_COLUMNS)[number], value: string) =>
    row.with(REDCAP_COLUMNS.indexOf(column), value);
  const broken: [string[], RegExp][] = [
    [change(first, 'Variable / Field Name', 'Study_Id'), /is no name of a field/],
    [change(first, 'Variable / Field Name', 'a_name_of_more_than_26_signs'), /is no name of a field/],
    [change(first, 'Variable / Field Name', 'redcap_repeat_instance'), /is reserved/],
    [change(first, 'Field Type', 'number'), /has an unknown type/],
    [change(first, 'Field Type', 'radio'), /has choices that cannot be read/],
    [change(second, 'Text Validation Type OR Show Slider Number', 'int'), /has a wrong validation/],
    [first.slice(1), /has another number of columns/],
  ];
  for (const [row, fault] of broken) expect(faultsOf([row]).join()).toMatch(fault);
  expect(faultsOf([first, first]).join()).toMatch(/comes twice/);
});

test('the record id comes first, in a form of its own, and each column of daily_records.csv has its field', () => {
  expect(fields.map(([name, form]) => [name, form])).toEqual([
    ['study_id', 'participant'],
    ...(files.find(({ name }) => name === 'daily_records')?.columns ?? [])
      .map(({ name }) => name)
      .filter((name) => name !== 'study_id' && !RESERVED.includes(name))
      .map((name) => [name, 'daily_record']),
  ]);
});
