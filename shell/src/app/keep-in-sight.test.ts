/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { keepInSight } from './keep-in-sight.ts';

let end = () => {};
/** Where each control is in the window, in px from its top. */
let top: number;
const scrollIntoView = jest.fn(function (this: Element, _how?: ScrollIntoViewOptions) {
  return this.id;
});
const shown = () => scrollIntoView.mock.results.map(({ value }) => value);

beforeEach(() => {
  Object.assign(window, { innerWidth: 390, innerHeight: 600 });
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((task) => {
    task(0);
    return 0;
  });
  top = 100;
  jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockImplementation(() => new DOMRect(0, top, 100, 40));
  Object.assign(Element.prototype, { scrollIntoView });
  scrollIntoView.mockClear();
  document.body.innerHTML = '<button id="next">Next</button><label id="yes"><input id="box"></label>';
  end = keepInSight();
});
afterEach(() => {
  end();
  jest.restoreAllMocks();
});

const focus = (id: string) => document.getElementById(id)?.focus();
const resize = (size: { innerWidth?: number; innerHeight?: number }) => {
  Object.assign(window, size);
  window.dispatchEvent(new Event('resize'));
};

test('the control with the focus stays in sight where the window is turned', () => {
  focus('next');
  Object.assign(window, { innerWidth: 844 });
  // The window has scrolled by itself.
  top = -300;
  window.dispatchEvent(new Event('scroll'));
  resize({ innerWidth: 844 });
  expect(shown()).toEqual(['next']);
  expect(scrollIntoView).toHaveBeenCalledWith({ block: 'nearest', behavior: 'instant' });
  resize({ innerWidth: 390 });
  expect(shown()).toEqual(['next', 'next']);
});

test('the label of a box that was tapped stays in sight, where the tap focuses nothing', () => {
  document.getElementById('box')?.click();
  resize({ innerWidth: 844 });
  expect(shown()).toEqual(['yes']);
});

test.each([
  ['above the window', -40],
  ['below the window', 600],
])('a control %s is left there', (_, place) => {
  focus('next');
  top = place;
  window.dispatchEvent(new Event('scroll'));
  resize({ innerWidth: 844 });
  expect(shown()).toEqual([]);
});

test.each([
  ['at its top', -39],
  ['at its bottom', 599],
])('a control of which the window shows a line %s is in sight', (_, place) => {
  top = place;
  focus('next');
  resize({ innerWidth: 844 });
  expect(shown()).toEqual(['next']);
});

test('a height that changes alone, as while one scrolls on a phone, scrolls nothing back', () => {
  focus('next');
  resize({ innerHeight: 500 });
  expect(shown()).toEqual([]);
});

test('nothing is kept in sight once it has ended', () => {
  focus('next');
  end();
  resize({ innerWidth: 844 });
  expect(shown()).toEqual([]);
});
