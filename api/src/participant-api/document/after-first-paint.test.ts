/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { afterFirstPaint } from './after-first-paint.ts';

const SCRIPTS = '<script defer src="/shell/1.0.0/main.js"></script><link rel="preload" href="/feature.js">';
const [, template = '', script = ''] =
  /^(<template.*<\/template>)\n<script nonce="n">(.*)<\/script>$/s.exec(afterFirstPaint(SCRIPTS, 'n')) ?? [];

let frames: FrameRequestCallback[];
let isHidden: boolean;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['requestAnimationFrame'] });
  frames = [];
  isHidden = false;
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame));
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  document.head.replaceChildren();
  document.body.innerHTML = template;
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const open = () => {
  new Function(script)();
  document.dispatchEvent(new Event('DOMContentLoaded'));
};
const inHead = (): string[] => Array.from(document.head.children, ({ localName }) => localName);

test('a document asks for preloads at once, and runs the app’s script once after the first frame', () => {
  open();
  expect(inHead()).toEqual(['link']);
  for (const frame of frames) frame(0);
  expect(inHead()).toEqual(['link']);
  jest.advanceTimersByTime(0);
  expect(inHead()).toEqual(['link', 'script']);
  jest.runAllTimers();
  expect(inHead()).toEqual(['link', 'script']);
});

test('a document runs the app’s script at once in a tab that is hidden', () => {
  isHidden = true;
  open();
  jest.advanceTimersByTime(0);
  expect(inHead()).toEqual(['link', 'script']);
});

test('a document runs the app’s script where no frame comes', () => {
  open();
  jest.advanceTimersByTime(499);
  expect(inHead()).toEqual(['link']);
  jest.advanceTimersByTime(1);
  expect(inHead()).toEqual(['link', 'script']);
});
