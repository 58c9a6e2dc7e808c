import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../..');
const LINK = /\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(ROOT, path)));

/** The anchors that GitHub makes of a document's headings. */
const anchorsOf = (path: string) =>
  [...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function* findBroken(path: string): Generator<string> {
  const text = readFileSync(join(ROOT, path), 'utf8').replace(/^```.*?^```/gms, '');
  for (const [link, file = '', anchor] of text.matchAll(LINK)) {
    const target = file ? join(ROOT, dirname(path), file) : join(ROOT, path);
    if (!existsSync(target) || (anchor && !anchorsOf(target).includes(anchor))) yield `${path}: ${link}`;
  }
}

test('each link of the documents leads to a file and a heading that are there', () => {
  expect(documents.length).toBeGreaterThan(30);
  expect(documents.flatMap((path) => [...findBroken(path)])).toEqual([]);
});
