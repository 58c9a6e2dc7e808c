import { describe, expect, test } from '@jest/globals';
import { csvLine } from './csv.ts';
import { CsvError, readCsv } from './read-csv.ts';

describe('a CSV', () => {
  test.each([
    ['', []],
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['"a ""quoted"", with a\r\nbreak",b\r\n', [['a "quoted", with a\r\nbreak', 'b']]],
    [
      'a,\r\n,',
      [
        ['a', ''],
        ['', ''],
      ],
    ],
    ['a\r\n\r\nb\r\n', [['a'], [''], ['b']]],
  ])('%j is read', (text, rows) => {
    expect(readCsv(text)).toEqual(rows);
  });

  test.each([
    ['a\r\n"b"c\r\n', 2],
    ['a\r\n"b', 2],
    ['a"b\r\n', 1],
  ])('%j is rejected by its line', (text, line) => {
    expect(() => readCsv(text)).toThrow(new CsvError(line));
  });

  test('is read as it was written', () => {
    const rows = [
      ['a', 'b;c', ''],
      ['with "quotes"', 'and\r\nbreaks', 'é'],
    ];
    expect(readCsv(rows.map(csvLine).join(''))).toEqual(rows);
  });
});
