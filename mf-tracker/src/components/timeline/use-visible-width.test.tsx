import { afterEach, expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { UNTIL_MEASURED, useVisibleWidth } from './use-visible-width.ts';

let observed: Element[] = [];
let resize: (width: number) => void = () => {};

class Observer {
  constructor(notify: (entries: { contentRect: { width: number } }[]) => void) {
    resize = (width) => act(() => notify([{ contentRect: { width } }]));
  }
  observe = (element: Element) => void observed.push(element);
  disconnect = () => {
    observed = [];
  };
}
afterEach(() => void Reflect.deleteProperty(globalThis, 'ResizeObserver'));

function Plot() {
  const element = useRef<HTMLDivElement>(null);
  return <div ref={element}>{useVisibleWidth(element)} px</div>;
}

test('the width follows the element while it is shown, and an element without one keeps the last', () => {
  Object.assign(globalThis, { ResizeObserver: Observer });
  const { unmount } = render(<Plot />);
  const plot = screen.getByText(`${UNTIL_MEASURED} px`);
  expect(observed).toEqual([plot]);
  for (const [width, shown] of [
    [844, 844],
    [0, 844],
    [390, 390],
  ] as const) {
    resize(width);
    expect(plot.textContent).toBe(`${shown} px`);
  }
  unmount();
  expect(observed).toEqual([]);
});
