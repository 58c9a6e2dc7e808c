import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { contrast, schemes } from '@stepwise/tooling/testing/token-colours';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const find = (...patterns: string[]) =>
  globSync(patterns, { cwd: ROOT }).filter((path) => !path.includes('.test.'));

/** The rows of the accepted contrast audit. */
const audit = [
  ...read('docs/accessibility.md').matchAll(
    /^\| `([\w-]+)` \| .+? \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| (met|accepted: .+?) \|$/gm,
  ),
].map(([, role = '', least, light, dark, judged]) => ({ role, least, light, dark, judged }));

const roles = audit.map(({ role }) => `var(--${role})`);
const onPaper = audit.map(({ role }) => schemes.light.get(role));
const OF_THE_SYSTEM = ['none', 'currentColor', 'Canvas', 'CanvasText', 'GrayText', 'Highlight'];

const valuesIn = (path: string, value: RegExp) =>
  [...read(path).matchAll(value)].map(([, found = '']) => found);

const drawn = [
  ...find('{shared-contracts,shell,mf-*,api}/src/**/*.css').map((path) => ({
    path,
    values: valuesIn(path, /\b(?:fill|stroke): ([^;]+);/g),
  })),
  ...find('{shared-contracts,shell,mf-*}/src/**/*.tsx').map((path) => ({
    path,
    values: valuesIn(path, /\b(?:fill|stroke)="([^"]+)"/g),
  })),
  ...find('api/src/domain/care/documents/*.ts').map((path) => ({
    path,
    values: valuesIn(path, /'(#[0-9a-f]{6})'/g),
  })),
].filter(({ values }) => values.length > 0);

describe('the contrast audit in docs/accessibility.md', () => {
  test.each(drawn)('has every colour that $path draws in', ({ values }) => {
    expect(values.filter((value) => ![...roles, ...onPaper, ...OF_THE_SYSTEM].includes(value))).toEqual([]);
  });

  test.each(audit)('is right about $role', ({ role, least, light, dark, judged }) => {
    const figures = [schemes.light, schemes.dark].map((scheme) => contrast(scheme, role, 'surface'));
    expect(figures.map((figure) => figure.toFixed(1))).toEqual([light, dark]);
    if (judged === 'met') expect(Math.min(...figures)).toBeGreaterThanOrEqual(Number(least));
  });

  test('covers plot, course, staircase and the documents', () => {
    for (const name of ['event-plot', 'course-picture', 'components', 'draw-course'])
      expect(drawn.some(({ path }) => path.includes(`/${name}.`))).toBe(true);
    expect(audit.map(({ role }) => role)).toContain('primary');
  });
});
