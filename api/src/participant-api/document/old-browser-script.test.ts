/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { oldBrowserScript } from './old-browser.ts';

/** Opens a document in a browser that lacks something. */
function open(lacking: string, app = '<header></header><main>Read me</main>'): void {
  document.body.innerHTML = `<div id="app">${app}</div><template id="old-browser"><p>Words</p></template>`;
  const css = { supports: (what: string) => !what.includes(lacking) };
  const parts = { AbortSignal: { timeout: () => {} }, BroadcastChannel: () => {}, CSS: css };
  const has = Object.fromEntries(Object.entries(parts).filter(([name]) => name !== lacking));
  const hasOwn = lacking === 'hasOwn' ? undefined : Object.hasOwn;
  const findLast = lacking === 'findLast' ? undefined : () => {};
  new Function('window', 'CSS', 'AbortSignal', 'Object', 'Array', oldBrowserScript)(
    has,
    css,
    lacking === 'timeout' ? {} : parts.AbortSignal,
    { hasOwn },
    { prototype: { findLast } },
  );
  document.dispatchEvent(new Event('DOMContentLoaded'));
}
const isMarked = () => document.documentElement.hasAttribute('data-old-browser');
const shown = () => document.getElementById('app')?.innerHTML;

beforeEach(() => document.documentElement.removeAttribute('data-old-browser'));

test('a browser that has all that the app needs shows the page as it is', () => {
  open('nothing');
  expect([isMarked(), shown()]).toEqual([false, '<header></header><main>Read me</main>']);
});

test.each([
  ...['AbortSignal', 'timeout', 'BroadcastChannel', 'hasOwn', 'findLast', 'CSS'],
  ...['selector(:has(a))', '(container-type: inline-size)'],
])('a browser without %s shows the words first in the page, and is marked', (lacking) => {
  open(lacking);
  expect([isMarked(), shown()]).toEqual([true, '<header></header><main><p>Words</p>Read me</main>']);
});

test('the words for an old browser stand alone where there is no page', () => {
  open('findLast', '');
  expect(shown()).toBe('<p>Words</p>');
});
