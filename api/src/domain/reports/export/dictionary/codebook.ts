import { csvLine } from '../../../../platform/csv/csv.ts';
import { type ExportFile, shapeOf } from '../../../core/export/export-file.ts';
import { redcapField } from './redcap-project.ts';

const COLUMNS = [
  'file',
  'file_means',
  'column',
  'means',
  'type',
  'unit',
  'allowed_values',
  'may_be_empty',
  'key',
  'from',
  'redcap_field',
];

/**
 * The codebook as CSV: a line for each column of each file, made from the contracts and the content. The columns of a file
 * that are its `key` together have other values in each row; `redcap_field` is the column's name in REDCap, where it has one.
 */
export const codebook = (files: readonly ExportFile[]): string =>
  [
    csvLine(COLUMNS),
    ...files.flatMap((file) =>
      file.columns.map((column) => {
        const { type, values, mayBeEmpty } = shapeOf(column);
        return csvLine([
          `${file.name}.csv`,
          file.means,
          column.name,
          column.means,
          type,
          column.unit ?? '',
          [...values].map(([value, label]) => (value === label ? value : `${value} = ${label}`)).join(' | '),
          mayBeEmpty ? 'yes' : 'no',
          file.key.includes(column.name) ? 'yes' : 'no',
          column.from,
          redcapField(file, column.name),
        ]);
      }),
    ),
  ].join('');
