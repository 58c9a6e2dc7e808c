import '@testing-library/jest-dom/jest-globals';
import { afterEach, expect, jest, test } from '@jest/globals';
import { MemoryRouter } from '@stepwise/tooling/testing/memory-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { CheckboxChoices } from './choices.tsx';
import { AnchorButton, LinkButton } from './link-button.tsx';

afterEach(cleanup);

let clock = 0;
/** Long after every press before it. */
const later = () => {
  clock += 60_000;
  return clock;
};

interface Press {
  at: number;
  /** How many presses the browser counts together; 0 for a click of the keyboard. */
  count?: number;
  x?: number;
  pointerType?: 'mouse' | 'touch';
}

/** Presses an element. Returns whether it does by default what it is for. */
function press(element: Element, { at, count = 1, x = 0, pointerType = 'mouse' }: Press): boolean {
  const types = count > 0 ? ['pointerdown', 'mousedown', 'click'] : ['click'];
  let isDone = true;
  for (const type of types) {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, detail: count, clientX: x });
    Object.defineProperties(event, { timeStamp: { value: at }, pointerType: { value: pointerType } });
    act(() => {
      isDone = element.dispatchEvent(event);
    });
  }
  return isDone;
}

function Questions({ onAnswer }: { onAnswer: (question: number) => void }) {
  const [question, setQuestion] = useState(1);
  const answer = () => {
    onAnswer(question);
    setQuestion(question + 1);
  };
  return (
    <Button key={question} onClick={answer}>
      Yes
    </Button>
  );
}

const button = () => screen.getByRole('button');

test('a second tap does not answer the question that the first one brought', () => {
  const answered = jest.fn();
  render(<Questions onAnswer={answered} />);
  const at = later();
  press(button(), { at });
  expect(press(button(), { at: at + 200, count: 2 })).toBe(false);
  expect(answered.mock.calls).toEqual([[1]]);
  press(button(), { at: at + 2000 });
  expect(answered.mock.calls).toEqual([[1], [2]]);
});

test('a second tap does not follow a link or call a number that came in the place of the first', () => {
  const followed = jest.fn();
  render(
    <MemoryRouter>
      <Button>Yes</Button>
      <LinkButton to="/plan" onClick={followed}>
        Go
      </LinkButton>
      <AnchorButton href="tel:000" onClick={followed}>
        Call 000
      </AnchorButton>
    </MemoryRouter>,
  );
  for (const link of screen.getAllByRole('link')) {
    const at = later();
    press(button(), { at });
    expect(press(link, { at: at + 200, count: 2 })).toBe(false);
  }
  expect(followed).not.toHaveBeenCalled();
});

test('a second tap does not submit a form again', () => {
  const submitted = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submitted}>
      <Button type="submit">Save</Button>
    </form>,
  );
  const at = later();
  press(button(), { at });
  press(button(), { at: at + 200, count: 2 });
  expect(submitted).toHaveBeenCalledTimes(1);
});

test('a second tap does not untick what the first one ticked', () => {
  const toggled = jest.fn();
  render(
    <CheckboxChoices legend="" options={[{ id: 1, text: 'Night sweats' }]} values={[]} onToggle={toggled} />,
  );
  const label = screen.getByText('Night sweats');
  const at = later();
  press(label, { at });
  press(label, { at: at + 200, count: 2 });
  expect(toggled).toHaveBeenCalledTimes(1);
  press(label, { at: at + 2000 });
  expect(toggled).toHaveBeenCalledTimes(2);
});

test("a finger's second tap is known by how soon and near it comes, where taps are not counted", () => {
  const answered = jest.fn();
  render(<Questions onAnswer={answered} />);
  const at = later();
  const touch = (ms: number, x: number) => press(button(), { at: at + ms, x, pointerType: 'touch' });
  touch(0, 100);
  touch(200, 104);
  expect(answered).toHaveBeenCalledTimes(1);
  touch(300, 180);
  touch(1000, 180);
  expect(answered).toHaveBeenCalledTimes(3);
  touch(1200, 180);
  expect(answered).toHaveBeenCalledTimes(3);
  press(button(), { at: at + 1250, count: 0 });
  expect(answered).toHaveBeenCalledTimes(4);
});

test('presses that a slow hand’s setting counts together are each taken', () => {
  const pressed = jest.fn();
  render(<Button onClick={pressed}>Next</Button>);
  const at = later();
  press(button(), { at });
  press(button(), { at: at + 200, count: 2 });
  expect(pressed).toHaveBeenCalledTimes(1);
  press(button(), { at: at + 1500, count: 3 });
  press(button(), { at: at + 3000, count: 4 });
  expect(pressed).toHaveBeenCalledTimes(3);
});

test('the keyboard may press again at once', () => {
  const pressed = jest.fn();
  render(<Button onClick={pressed}>Flag</Button>);
  const at = later();
  press(button(), { at });
  press(button(), { at: at + 10, count: 0 });
  press(button(), { at: at + 20, count: 0 });
  expect(pressed).toHaveBeenCalledTimes(3);
});

test('a double tap on text is left alone', () => {
  render(<p>words</p>);
  const at = later();
  press(screen.getByText('words'), { at });
  expect(press(screen.getByText('words'), { at: at + 200, count: 2 })).toBe(true);
});
