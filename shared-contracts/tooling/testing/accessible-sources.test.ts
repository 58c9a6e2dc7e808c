import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PRODUCT = '{shared-contracts,shell,mf-*,api}/src/**';
/** They prevent the second of a double tap, note where a press begins, or stop restoring a scroll position. */
const NOTE_PRESSES = ['prevent-double-tap.ts', 'keep-in-place.ts', 'scroll-memory.ts'];

const find = (ending: string) =>
  globSync(`${PRODUCT}/*.${ending}`, { cwd: ROOT })
    .filter((path) => !/\.test\.|\/testing\//.test(path))
    .map((path) => ({ path, text: readFileSync(`${ROOT}${path}`, 'utf8') }));

const styles = find('css');
const code = find('{ts,tsx}');
const pathsWith = (sources: typeof styles, found: RegExp) =>
  sources.filter(({ text }) => found.test(text)).map(({ path }) => path);

describe('the product’s sources', () => {
  test('are found', () => {
    expect(styles.length).toBeGreaterThan(10);
    expect(code.length).toBeGreaterThan(100);
  });

  test('have no sound and no moving picture (WCAG 1.2, 1.4.2)', () => {
    expect(pathsWith(code, /<(audio|video|object|embed|iframe)[\s/]|new Audio\(/)).toEqual([]);
  });

  test('have no image of text (WCAG 1.4.5)', () => {
    expect(pathsWith(code, /<(img|picture|canvas)\b/)).toEqual([]);
    expect(pathsWith(styles, /background(-image)?:[^;]*url\(/)).toEqual([]);
  });

  test('move nothing again and again, and nothing where less motion is asked for (WCAG 2.2.2, 2.3.1)', () => {
    expect(pathsWith(styles, /\binfinite\b|animation-iteration-count/)).toEqual([]);
    expect(pathsWith(code, /\.animate\(|<marquee|<blink/)).toEqual([]);
    const base = styles.find(({ path }) => path.endsWith('design-system/base.css'))?.text;
    expect(base).toMatch(
      /prefers-reduced-motion: reduce\)[^@]*animation: none !important;[^@]*transition: none/,
    );
  });

  test('ask for no orientation and no movement of the device (WCAG 1.3.4, 2.5.4)', () => {
    expect(pathsWith(styles, /\borientation:/)).toEqual([]);
    expect(pathsWith(code, /screen\.orientation|orientation:|devicemotion|deviceorientation/)).toEqual([]);
  });

  test('act on the end of a press and by no single key (WCAG 2.5.2, 2.1.4)', () => {
    const atItsBeginning = pathsWith(
      code,
      /\bon(PointerDown|MouseDown|TouchStart)\b|['"](pointerdown|mousedown|touchstart)['"]/,
    );
    expect(atItsBeginning.filter((path) => !NOTE_PRESSES.some((name) => path.endsWith(name)))).toEqual([]);
    expect(pathsWith(code, /\baccess[kK]ey=/)).toEqual([]);
  });
});
