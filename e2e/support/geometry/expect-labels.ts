import { check, near } from './near.ts';
import type { Drawing, DrawnText } from './read-drawing.ts';

/** Of a label's width: its place is chosen by a width that is estimated from the number of its letters. */
const ESTIMATE = 0.25;
/** Small letters on paper are rounded to px. */
const EDGE = 2;

export function textIn({ texts }: Drawing, text: string): DrawnText {
  const found = texts.find((each) => each.text === text);
  if (!found) throw new Error(`The drawing does not say ${text}, but ${texts.map((each) => each.text)}.`);
  return found;
}

/** A label that stands centred at `x`, or as near to that as the drawing's edges allow. */
export function expectCentred(drawn: Drawing, label: DrawnText, x: number): void {
  const half = (label.right - label.left) / 2;
  near(
    (label.left + label.right) / 2,
    Math.min(Math.max(x, half), drawn.width - half),
    label.text,
    2 * half * ESTIMATE,
  );
}

/** No text covers another, leaves the drawing, or is crossed by the line of today. */
export function expectReadable(drawn: Drawing): void {
  const { texts, paths, width, height } = drawn;
  const line = paths.today?.[0]?.pieces ?? [];
  for (const [index, text] of texts.entries()) {
    const isInside = text.left >= -EDGE && text.right <= width + EDGE && text.bottom <= height + EDGE;
    check(isInside, `${text.text} leaves the drawing`);
    const meets = (other: { left: number; right: number; top: number; bottom: number }) =>
      text.left < other.right &&
      other.left < text.right &&
      text.top < other.bottom &&
      other.top < text.bottom;
    // A box of a text is higher than its letters.
    const inner = (other: DrawnText) => ({ ...other, top: other.top + 3, bottom: other.bottom - 3 });
    for (const other of texts.slice(index + 1))
      check(!meets(inner(other)), `${text.text} covers ${other.text}`);
    for (const [from, to] of line) {
      if (!from || !to) continue;
      const stroke = { left: from.x, right: from.x + 0.1, top: from.y + 3, bottom: to.y - 3 };
      check(!meets(stroke), `today's line crosses ${text.text}`);
    }
  }
}
