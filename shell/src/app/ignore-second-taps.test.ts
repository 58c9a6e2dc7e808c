import '@testing-library/jest-dom/jest-globals';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { ignoreSecondTaps } from './ignore-second-taps.ts';

ignoreSecondTaps(window);

/** Presses an element; with a count of 0 it is clicked by something else, as by the keyboard. Returns whether it took it. */
function tap(element: Element, count: number, at?: number): boolean {
  const happen = (type: string) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, detail: count });
    if (at !== undefined) Object.defineProperty(event, 'timeStamp', { value: at });
    return element.dispatchEvent(event);
  };
  if (count > 0) happen('mousedown');
  return happen('click');
}

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

test('a second tap does not press what came above the first one, such as a number to call', () => {
  const call = jest.fn();
  const choice = addButton(() => {});
  tap(choice, 1);
  tap(addButton(call), 2);
  expect(call).not.toHaveBeenCalled();
});

test('a second tap does not lead on again before the next page is there', () => {
  const goOn = jest.fn(() => window.history.pushState({ key: 'next' }, '', '/?page=1'));
  const button = addButton(goOn);
  tap(button, 1);
  tap(button, 2);
  expect(goOn).toHaveBeenCalledTimes(1);
});

test('a second tap does not take back what the first one ticked', () => {
  document.body.innerHTML = '<label>Night sweats <input type="checkbox"></label>';
  const label = document.querySelector('label') as HTMLLabelElement;
  tap(label, 1);
  tap(label, 2);
  expect(label.control).toBeChecked();
  tap(label, 1);
  expect(label.control).not.toBeChecked();
});

test("a finger's second tap is known by how soon and near it comes, where taps are not counted", () => {
  const answerNext = jest.fn();
  const yes = addButton(() => yes.replaceWith(addButton(answerNext)));
  const touch = (at: number, x: number) => {
    const element = document.querySelector('button') as Element;
    const mouse = { bubbles: true, cancelable: true, clientX: x, detail: 1 };
    for (const type of ['pointerdown', 'mousedown', 'click']) {
      const event = new MouseEvent(type, mouse);
      Object.defineProperties(event, { timeStamp: { value: at }, pointerType: { value: 'touch' } });
      element.dispatchEvent(event);
    }
  };
  touch(1000, 100);
  touch(1200, 104);
  expect(answerNext).not.toHaveBeenCalled();
  touch(1300, 180);
  touch(2000, 180);
  expect(answerNext).toHaveBeenCalledTimes(2);

  touch(2200, 180);
  expect(answerNext).toHaveBeenCalledTimes(2);
  document
    .querySelector('button')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
  expect(answerNext).toHaveBeenCalledTimes(3);
});

test('presses that a slow hand’s setting counts together are each wanted', () => {
  const goOn = jest.fn();
  const button = addButton(goOn);
  tap(button, 1, 10_000);
  tap(button, 2, 10_200);
  expect(goOn).toHaveBeenCalledTimes(1);
  tap(button, 3, 11_500);
  tap(button, 4, 13_000);
  expect(goOn).toHaveBeenCalledTimes(3);
});

test('a second tap does not turn back what a button turned on; the keyboard may press it again at once', () => {
  const toggle = jest.fn();
  const button = addButton(toggle);
  tap(button, 1);
  tap(button, 2);
  expect(toggle).toHaveBeenCalledTimes(1);
  tap(button, 0);
  tap(button, 0);
  expect(toggle).toHaveBeenCalledTimes(3);
});

test('a double click still selects a word where text is written or read', () => {
  document.body.innerHTML = '<input type="text"><p>words</p>';
  for (const element of document.body.children) {
    tap(element, 1);
    expect(tap(element, 2)).toBe(true);
  }
});
