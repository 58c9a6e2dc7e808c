import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { compressTemplate, fillTemplate } from './compressed-template.ts';

const MARK = randomBytes(16).toString('base64');
const word = () => randomBytes(16).toString('base64');
const script = `<script nonce="${MARK}">go("–")</script>\n`;
const page = `<!doctype html>\n${script.repeat(3)}<p>${'€ words, '.repeat(20_000)}</p>${script}`;

test.each([
  ['a page', page],
  ['a word only', MARK],
  ['words at both ends', `${MARK} and ${MARK}`],
  ['no word', 'Nothing changes here.'],
  ['bytes that no word is made of', `${'\0'.repeat(60)}${MARK}${'\0'.repeat(60)}`],
])('%s arrives as it is, with another word each time', (_, text) => {
  const template = compressTemplate(text, MARK);
  for (const each of [word(), word(), 'A'.repeat(MARK.length)]) {
    const expected = text.replaceAll(MARK, each);
    expect(gunzipSync(fillTemplate(template, each, { isGzip: true })).toString()).toBe(expected);
    expect(fillTemplate(template, each, { isGzip: false }).toString()).toBe(expected);
  }
});

test('it is little larger than the whole text compressed at once', () => {
  const filled = fillTemplate(compressTemplate(page, MARK), word(), { isGzip: true });
  expect(filled.length).toBeLessThan(gzipSync(page).length + 200);
});
