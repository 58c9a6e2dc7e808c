/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { waitFor } from '@testing-library/dom';
import { rememberScroll } from './scroll-memory.ts';

const scrollTo = jest.fn((to: ScrollToOptions) => Object.assign(window, { scrollY: to.top }));
let end = () => {};

beforeEach(() => {
  Object.assign(window, { scrollTo, scrollY: 0 });
  Object.assign(globalThis, {
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  document.body.innerHTML = '<h1 tabindex="-1">Home</h1><a href="/plan">Plan</a>';
  scrollTo.mockClear();
  end = rememberScroll();
});
afterEach(() => end());

const scroll = (y: number) => {
  Object.assign(window, { scrollY: y });
  window.dispatchEvent(new Event('scroll'));
};
/** Another page, and its heading at the window's top. */
const open = (key: string) => {
  window.history.pushState({ key }, '');
  scroll(0);
};
const goBackTo = (key: string) => {
  window.history.replaceState({ key }, '');
  window.dispatchEvent(new PopStateEvent('popstate'));
};
const render = () => document.body.append(document.createElement('p'));

test('Back leads to where one was, once the page is there, and gives the heading a lost focus', async () => {
  open('home');
  scroll(400);
  open('plan');
  goBackTo('home');
  render();
  await waitFor(() => expect(scrollTo).toHaveBeenCalledWith({ top: 400, behavior: 'instant' }));
  expect(document.activeElement?.textContent).toBe('Home');
});

test.each(['h1', 'h2'])('the control that led away has the focus again, not the %s', async (heading) => {
  document.querySelector('h1')?.insertAdjacentHTML('afterend', '<h2 tabindex="-1">Look back</h2>');
  const link = document.querySelector('a');
  link?.addEventListener('click', (event) => event.preventDefault());
  open('home');
  scroll(400);
  link?.click();
  open('plan');
  document.querySelector<HTMLElement>(heading)?.focus();
  goBackTo('home');
  render();
  await waitFor(() => expect(document.activeElement).toBe(link));
});

test('of two links of the same name, the one that led away has the focus again', async () => {
  document.body.insertAdjacentHTML('afterbegin', '<a href="/plan">Plan</a>');
  const [above, link] = document.querySelectorAll('a');
  document.addEventListener('click', (event) => event.preventDefault(), { once: true });
  if (above) above.getBoundingClientRect = () => new DOMRect(0, -500, 100, 40);
  open('home');
  scroll(400);
  link?.click();
  open('plan');
  document.querySelector('h1')?.focus();
  goBackTo('home');
  render();
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(window.scrollY).toBe(400);
});

test('the position that a screen reader scrolls to stays', async () => {
  open('home');
  scroll(400);
  open('plan');
  goBackTo('home');
  render();
  await waitFor(() => expect(window.scrollY).toBe(400));
  scroll(700);
  render();
  await new Promise((resolve) => setTimeout(resolve));
  expect(window.scrollY).toBe(700);
});

test('the person’s next action ends it, and so does another page', async () => {
  open('home');
  scroll(400);
  open('plan');
  goBackTo('home');
  window.dispatchEvent(new Event('pointerdown'));
  render();
  goBackTo('home');
  open('helpers');
  render();
  await new Promise((resolve) => setTimeout(resolve));
  expect(scrollTo).not.toHaveBeenCalled();
});
