import type { Key } from './driver.ts';

/** The key codes of WebDriver. */
const KEYS: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Space: ' ', ArrowLeft: '\uE012' };

export const codeOf = (key: Key): string => KEYS[key];

/** A click at a place on the screen, as both WebDriver protocols take it. */
export const clickAt = (x: number, y: number) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  },
];

export const typeKeys = (keys: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
];
