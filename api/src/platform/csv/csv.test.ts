import { expect, test } from '@jest/globals';
import { fc } from '@stepwise/tooling/testing/properties';
import { readCsv } from '../../testing/read-export.ts';
import { csvLine } from './csv.ts';

test('any text comes back from its cell as it was, or behind an apostrophe where it looks like a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (texts) => {
      const [cells = []] = readCsv(csvLine(texts));
      expect(cells.map((cell) => cell.replaceAll(/(?<=^|[;\t\r\n]"*)'(?=[=+\-@\t\r])/g, ''))).toEqual(
        texts.map((text) => text.replaceAll(/(?<=^|[;\t\r\n]"*)'(?=[=+\-@\t\r])/g, '')),
      );
    }),
  );
});

test.each([
  ['=HYPERLINK("https://example.org")', `"'=HYPERLINK(""https://example.org"")"`],
  ['+61 3', "'+61 3"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['well;=1+1', "well;'=1+1"],
  ['well;-2;+3', "well;'-2;'+3"],
  ['well;"=1+1;', `"well;""'=1+1;"`],
  ['well\n=1+1', `"well\n'=1+1"`],
  ['well; -2', 'well; -2'],
  ['a, b', '"a, b"'],
  ['two\r\nlines', '"two\r\nlines"'],
])('the text %j becomes the cell %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

test('numbers stay numbers, yes and no are 1 and 0, and nothing is an empty cell', () => {
  expect(csvLine([-3, 37.5, true, false, null, ''])).toBe('-3,37.5,1,0,,\r\n');
});
