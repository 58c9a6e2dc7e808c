/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { keepInPlace } from './keep-in-place.ts';

/** The page grew or shrank: what observes it is told so. */
let resized: () => void;
let isObserving: boolean;
/** Where the control is, and how much of the window's top is for what stays there, in px. */
let top: number;
let padding: string;
const scrollBy = jest.fn((_: ScrollToOptions) => {});
const scrolled = () => scrollBy.mock.calls.map(([by]) => by.top);
const control = () => document.querySelector('button') as HTMLButtonElement;

beforeEach(() => {
  isObserving = false;
  [top, padding] = [300, '50px'];
  scrollBy.mockClear();
  Object.assign(window, { scrollBy });
  Object.assign(globalThis, {
    ResizeObserver: class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {
        isObserving = true;
      }
      disconnect() {
        isObserving = false;
      }
    },
  });
  const styles = getComputedStyle(document.body);
  jest.spyOn(window, 'getComputedStyle').mockImplementation(() => ({ ...styles, scrollPaddingTop: padding }));
  document.body.innerHTML = '<button>Yes</button><input>';
  control().getBoundingClientRect = () => new DOMRect(0, top, 100, 40);
  keepInPlace(control());
});
afterEach(() => {
  window.dispatchEvent(new Event('wheel'));
  jest.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'ResizeObserver');
});

test.each([
  ['grows', 380, 80],
  ['shrinks', 240, -60],
])('a control stays where it is while what is above it %s', (_, moved, by) => {
  top = moved;
  resized();
  expect(scrollBy.mock.calls).toEqual([[{ top: by, behavior: 'instant' }]]);
});

test('a control gives way to what stays at the window’s top and grows', () => {
  padding = '350px';
  resized();
  // Where that has room, the control stays.
  padding = '200px';
  resized();
  expect(scrolled()).toEqual([-50, 0]);
});

test.each(['wheel', 'touchmove', 'pointerdown', 'keydown'])('the person’s next %s ends it', (type) => {
  expect(isObserving).toBe(true);
  window.dispatchEvent(new Event(type));
  expect(isObserving).toBe(false);
});

test('the focus that comes to the control itself does not end it, any other does', () => {
  control().focus();
  expect(isObserving).toBe(true);
  document.querySelector('input')?.focus();
  expect(isObserving).toBe(false);
});

test('a control that is ticked while the focus is elsewhere, as by a tap in Safari, stays where it is', () => {
  window.dispatchEvent(new Event('wheel'));
  document.querySelector('input')?.focus();
  keepInPlace(control());
  top = 380;
  resized();
  expect(scrolled()).toEqual([80]);
});

test('a focus that a window in the background moved ends it, and nothing scrolls', () => {
  const field = document.querySelector('input');
  jest.spyOn(document, 'activeElement', 'get').mockReturnValue(field);
  top = 380;
  resized();
  expect([scrolled(), isObserving]).toEqual([[], false]);
});

test('a control that is gone scrolls nothing', () => {
  control().remove();
  resized();
  expect(scrolled()).toEqual([]);
});
