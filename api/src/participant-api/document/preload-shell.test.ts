/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { preloadShell } from './preload-shell.ts';

const LINK = '<link rel="preload" href="/shell/1.0.0/main.js">';
const [, template = '', script = ''] =
  /^(<template.*<\/template>)\n<script nonce="n">(.*)<\/script>$/s.exec(preloadShell(LINK, 'n')) ?? [];

beforeEach(() => {
  jest.useFakeTimers();
  document.head.innerHTML = `${template}<script type="inert"></script>`;
  Object.defineProperty(document, 'currentScript', { configurable: true, value: document.scripts[0] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** Reads the head of a document whose first byte came `answerMs` after the request, where the browser says so. */
function read(answerMs?: number): void {
  const told = answerMs === undefined ? [] : [{ requestStart: 10, responseStart: 10 + answerMs }];
  const getEntriesByType = (type: string) => (type === 'navigation' ? told : []);
  new Function('performance', script)({ getEntriesByType });
}
const inHead = () => document.head.querySelectorAll('link').length;

test.each([50, undefined])('a document asks for the shell’s script at once after %s ms', (answerMs) => {
  read(answerMs);
  expect(inHead()).toBe(1);
});

test('a document asks for it a moment later on a fast line', () => {
  read(49);
  jest.advanceTimersByTime(99);
  expect(inHead()).toBe(0);
  jest.advanceTimersByTime(1);
  expect(inHead()).toBe(1);
});

test('a document asks only once where the script itself stands in the document by then', () => {
  read(5);
  document.body.innerHTML = '<script type="inert" src="/shell/1.0.0/main.js"></script>';
  jest.runAllTimers();
  expect(inHead()).toBe(0);
});
