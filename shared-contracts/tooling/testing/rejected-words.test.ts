import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { REJECTED_WORDS } from './rejected-words.ts';

const ROOT = join(import.meta.dirname, '../../..');
const READ = /\.(css|js|json|md|mjs|sh|sql|tsx?|txt|ya?ml)$/;
/** History, the trial's own words, lists made by tools, and this list. */
const NOT_READ = /^api\/content\/|\/migrations\/|CHANGELOG\.md$|package-lock\.json$|\/rejected-words\.ts$/;

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 16_000_000,
})
  .split('\0')
  .filter((path) => READ.test(path) && !NOT_READ.test(path) && existsSync(join(ROOT, path)));

/** One search of the whole text first, since almost no file has any of the words. */
const ANY = new RegExp(REJECTED_WORDS.map(([word]) => word.source).join('|'), 'im');

function* findWords(path: string): Generator<string> {
  const text = readFileSync(join(ROOT, path), 'utf8');
  if (!ANY.test(text)) return;
  for (const [index, line] of text.split('\n').entries())
    for (const [word, instead] of REJECTED_WORDS) {
      const found = word.exec(line)?.[0];
      if (found) yield `${path}:${index + 1}: write “${instead}”, not “${found.trim()}”`;
    }
}

test('sources and documents have none of the rejected words', () => {
  expect(tracked.length).toBeGreaterThan(1_000);
  expect(tracked.flatMap((path) => [...findWords(path)])).toEqual([]);
});

test('a file of more than 350 lines says at its top why it is one', () => {
  const long = tracked.filter((path) => {
    const text = /\.(css|mjs|tsx?)$/.test(path) ? readFileSync(join(ROOT, path), 'utf8') : '';
    return text.split('\n').length > 351 && !/^(\/\/|\/\*) In one file: .+\.( \*\/)?\n/.test(text);
  });
  expect(long).toEqual([]);
});
