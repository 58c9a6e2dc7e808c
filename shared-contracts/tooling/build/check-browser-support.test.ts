import { expect, test } from '@jest/globals';
import { findUnsupportedInScript, findUnsupportedInStyles } from './check-browser-support.ts';

test.each([
  ['class A { static #a = 1; static { A.#a ??= 2; } }', []],
  ['const b = [1].at(-1) ?? Object.hasOwn({}, "toSorted"); x["groupBy"];', []],
  ['[1].toSorted();', ['.toSorted']],
  [
    'const { promise } = Promise.withResolvers(); AbortSignal.any([]); a.any();',
    ['.withResolvers', 'AbortSignal.any'],
  ],
  ['/[\\p{L}--[a-z]]/v.test("a");', [expect.stringMatching(/^syntax after ES2022: /)]],
  ['using a = b;', [expect.stringMatching(/^syntax after ES2022: /)]],
])('of the script %j too new is %j', (script, expected) => {
  expect(findUnsupportedInScript(script)).toEqual(expected);
});

test.each([
  ['.a{color:red}.a:has(.b)>c{margin:0}@media print{.a{content:"&"}}', []],
  ['.a{background:url(/x?a=1&b=2)}', []],
  [
    '.a{color:light-dark(#fff,#000);&:hover{color:color-mix(in srgb,red,blue)}}',
    ['light-dark(', ';&', 'color-mix('],
  ],
])('of the styles %j too new is %j', (styles, expected) => {
  expect(findUnsupportedInStyles(styles)).toEqual(expected);
});
