import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Break } from './break.ts';
import { PATTERNS } from './patterns.ts';

/** A break is tried by no more files than these; those of a feature need no database. */
const MAX_TEST_FILES = 4;
const MAX_TEST_FILES_OF_FEATURE = 12;

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** A break for each policy, audit event, lock, limit, owner, repeat, actor and day that the patterns find in the sources. */
export function generateBreaks(checkout: string): Break[] {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: checkout, encoding: 'utf8' })
    .trim()
    .split('\n');
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8');
  const tests = files.filter(isTest).map((file) => ({ file, text: read(file) }));
  const sources = files.filter((file) => !isTest(file)).map((file) => ({ file, text: read(file) }));
  const numbers = new Map<string, number>();
  return sources.flatMap(({ file, text }) => {
    const importing = `/${basename(file)}'`;
    const importers = sources.filter((each) => each.text.includes(importing)).map((each) => each.file);
    return PATTERNS.filter((pattern) => pattern.files.test(file)).flatMap(
      ({ kind, match, replace, foundIn, alsoIn = [] }) =>
        [...text.matchAll(match)].flatMap((matched) =>
          replace(matched).map((replacement) => {
            const line = text.slice(0, matched.index).split('\n').length;
            const place = `${kind} ${file}:${line}`;
            const number = (numbers.get(place) ?? 0) + 1;
            numbers.set(place, number);
            const id = number > 1 ? `${place} (${number})` : place;
            const named = foundIn ?? [...findTests(tests, importers, file, matched[0]), ...alsoIn];
            return {
              id,
              file,
              ...uniquely(text, matched, replacement),
              tests: Object.fromEntries(named.map((each) => [each, []])),
            };
          }),
        ),
    );
  });
}

/** With as many of the lines before it as the place needs to stand in the file once. */
function uniquely(
  text: string,
  { 0: matched, index }: RegExpExecArray,
  replacement: string,
): Pick<Break, 'find' | 'replace'> {
  for (let start = index; ; start = text.lastIndexOf('\n', start - 1)) {
    const from = Math.max(start, 0);
    const before = text.slice(from, index);
    const find = before + matched;
    if (from === 0 || text.split(find).length === 2) return { find, replace: before + replacement };
  }
}

/**
 * Those called as the file or one that imports it, those that name the audit event, the call, or what the file is called by,
 * and those beside it, over the API before others; the closest first. A feature's pages try all of it.
 */
function findTests(
  tests: readonly { file: string; text: string }[],
  importers: readonly string[],
  file: string,
  matched: string,
): string[] {
  const subject = subjectOf(file);
  const given = /\.audit\(\s*'([\w.-]+)'/.exec(matched)?.[1] ?? /^\w+(?=: for)/.exec(matched)?.[0];
  const wanted = given ?? subject.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const feature = /^mf-[a-z]+\//.exec(file)?.[0];
  const above = new Set(importers.map(subjectOf));
  const rank = (test: { file: string; text: string }): number => {
    const isBeside = dirname(test.file) === dirname(file);
    const of = subjectOf(test.file);
    if (of === subject) return isBeside ? 0 : 1;
    if (test.text.includes(`'${wanted}'`) || new RegExp(`\\b${wanted}\\b`).test(test.text))
      return (given ? 2 : 5) - Number(isBeside) / 2;
    if (above.has(of)) return 3;
    if (isBeside) return test.file.includes('.api.') ? 6 : 7;
    return feature && test.file.startsWith(`${feature}src/pages/`) ? 7 : 8;
  };
  // The packages of the pages run nothing of the API.
  const mayFind = file.startsWith('api/') ? /^(api|e2e)\// : /./;
  const ranked = tests
    .filter((test) => mayFind.test(test.file))
    .map((test) => ({ file: test.file, rank: rank(test) }))
    .filter((test) => test.rank < 8)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, feature ? MAX_TEST_FILES_OF_FEATURE : MAX_TEST_FILES);
  return ranked.map((test) => test.file);
}

const subjectOf = (file: string): string => basename(file).replace(/\..*$/, '');
