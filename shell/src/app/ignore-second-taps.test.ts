import { beforeEach, expect, jest, test } from '@jest/globals';
import { ignoreSecondTaps } from './ignore-second-taps.ts';

ignoreSecondTaps(window);

const tap = (element: Element, count: number) =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: count }));

function addButton(onClick: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.addEventListener('click', onClick);
  document.body.append(button);
  return button;
}

beforeEach(() => document.body.replaceChildren());

test('a second tap does nothing to what the first one brought in the same place', () => {
  const answerNext = jest.fn();
  let next: HTMLButtonElement | undefined;
  const yes = addButton(() => {
    yes.remove();
    next = addButton(answerNext);
  });

  tap(yes, 1);
  const went = tap(next as HTMLButtonElement, 2);
  expect(answerNext).not.toHaveBeenCalled();
  expect(went).toBe(false);

  tap(next as HTMLButtonElement, 1);
  expect(answerNext).toHaveBeenCalledTimes(1);
});

test('a second tap does not lead on again before the next page is there', () => {
  const goOn = jest.fn(() => window.history.pushState({ key: 'next' }, '', '/?page=1'));
  const button = addButton(goOn);
  tap(button, 1);
  tap(button, 2);
  expect(goOn).toHaveBeenCalledTimes(1);
});

test('a control that stays may be pressed quickly, and by the keyboard', () => {
  const addRow = jest.fn();
  const button = addButton(addRow);
  tap(button, 1);
  tap(button, 2);
  tap(button, 3);
  tap(button, 0);
  expect(addRow).toHaveBeenCalledTimes(4);
});
