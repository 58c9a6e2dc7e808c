import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Break } from './break.ts';
import { PATTERNS } from './patterns.ts';

/** A break is tried by no more files than these. */
const MAX_TEST_FILES = 4;

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** A break for each policy, audit event, lock, limit, owner, repeat, actor and day that the patterns find in the sources. */
export function generateBreaks(checkout: string): Break[] {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: checkout, encoding: 'utf8' })
    .trim()
    .split('\n');
  const read = (file: string) => readFileSync(join(checkout, file), 'utf8');
  const tests = files.filter(isTest).map((file) => ({ file, text: read(file) }));
  return files
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      const text = read(file);
      return PATTERNS.filter((pattern) => pattern.files.test(file)).flatMap(({ kind, match, replace }) =>
        [...text.matchAll(match)].flatMap((matched) =>
          replace(matched).map((replacement, index) => {
            const line = text.slice(0, matched.index).split('\n').length;
            const id = `${kind} ${file}:${line}${index > 0 ? ` (${index + 1})` : ''}`;
            const found = findTests(tests, file, matched[0]);
            return { id, file, ...uniquely(text, matched, replacement), tests: found };
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

/** The files beside it, and those that name the audit event, the call, or what the file is called by; the closest first. */
function findTests(
  tests: readonly { file: string; text: string }[],
  file: string,
  matched: string,
): Break['tests'] {
  const subject = basename(file).replace(/\..*$/, '');
  const name = subject.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const wanted = /'([\w.-]+)'/.exec(matched)?.[1] ?? /^\w+(?=: for)/.exec(matched)?.[0] ?? name;
  const rank = (test: { file: string; text: string }): number => {
    const isBeside = dirname(test.file) === dirname(file);
    const names = test.text.includes(`'${wanted}'`) || new RegExp(`\\b${wanted}\\b`).test(test.text);
    if (basename(test.file).startsWith(`${subject}.`) && isBeside) return 0;
    if (names) return isBeside ? 1 : 2;
    return isBeside ? 3 : 4;
  };
  const ranked = tests
    .map((test) => ({ file: test.file, rank: rank(test) }))
    .filter((test) => test.rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_TEST_FILES);
  return Object.fromEntries(ranked.map((test) => [test.file, []]));
}
