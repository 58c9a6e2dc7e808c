import type { MouseEvent, PointerEvent } from 'react';

/** How soon and how near a finger comes down again for its two taps to be one double tap. */
const QUICK_MS = 400;
const NEAR_PX = 24;
/** A browser counts presses together for as long as the person has set, which is seconds for a hand that is slow. */
const COUNTED_MS = 1000;

/**
 * The last press of such a control, and whether the press under way is the second of a double tap. There is one for the
 * whole page, since the second tap falls on what the first one brought: this module is shared by shell and features.
 */
let last = { timeStamp: -COUNTED_MS, clientX: 0, clientY: 0 };
let isSecond = false;

const note = ({ timeStamp, clientX, clientY }: MouseEvent): void => {
  last = { timeStamp, clientX, clientY };
};

/**
 * Handlers of a control that ignores the second tap of a double tap. Where the first tap led on, the second one falls on
 * what the person has not read yet, such as the next question's Yes; on a checkbox it takes back what was just done.
 */
export const preventDoubleTap = <E extends Element>(onClick?: (event: MouseEvent<E>) => void) => ({
  onPointerDown({ pointerType, timeStamp, clientX, clientY }: PointerEvent<E>) {
    // A mouse's presses are counted; not every phone counts a finger's.
    isSecond =
      pointerType === 'touch' &&
      timeStamp - last.timeStamp < QUICK_MS &&
      Math.hypot(clientX - last.clientX, clientY - last.clientY) < NEAR_PX;
  },
  onMouseDown(event: MouseEvent<E>) {
    isSecond ||= event.detail > 1 && event.timeStamp - last.timeStamp < COUNTED_MS;
    // A press by itself would move the focus away from the heading of the page that came.
    if (isSecond) event.preventDefault();
    else note(event);
  },
  onClick(event: MouseEvent<E>) {
    // What comes with no press before it, as from the keyboard, a screen reader or a voice command, is no second one.
    if (isSecond && event.detail > 0) return event.preventDefault();
    note(event);
    onClick?.(event);
  },
});
