import type { Locator } from '@playwright/test';

export interface Point {
  x: number;
  y: number;
}

export interface DrawnText {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  weight: number;
  fill: string;
}

/** A horizontal part of a line. */
export interface Tread {
  from: number;
  to: number;
  y: number;
}

export interface DrawnPath {
  /** As the browser computes them, `rgb(14, 90, 90)`. */
  fill: string;
  stroke: string;
  isDotted: boolean;
  /** The corners of each piece. */
  pieces: Point[][];
}

export interface Drawing {
  width: number;
  height: number;
  texts: DrawnText[];
  /** By the class that the product names them with, as `taken`; those of one class in their order. */
  paths: Record<string, DrawnPath[]>;
}

/** What an SVG shows, in px of the screen from its left and upper edge, whatever its scale. */
export const readDrawing = (svg: Locator): Promise<Drawing> =>
  svg.evaluate((drawing) => {
    const frame = drawing.getBoundingClientRect();
    const scale = (drawing as SVGGraphicsElement).getScreenCTM();
    if (!scale) throw new Error('The drawing is not shown.');
    const onScreen = (x: number, y: number) => ({
      x: scale.a * x + scale.e - frame.left,
      y: scale.d * y + scale.f - frame.top,
    });
    const piecesOf = (path: string) => {
      const pieces: Point[][] = [];
      let x = 0;
      let y = 0;
      for (const [, letter = '', rest = ''] of path.matchAll(/([a-z])([^a-z]*)/gi)) {
        const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
        // Of an arc its end counts.
        const [one = 0, two = 0] = numbers.slice(-2);
        const isRelative = letter === letter.toLowerCase();
        const [fromX, fromY] = isRelative ? [x, y] : [0, 0];
        switch (letter.toUpperCase()) {
          case 'M':
          case 'L':
          case 'A':
            [x, y] = [fromX + one, fromY + two];
            break;
          case 'H':
            x = fromX + one;
            break;
          case 'V':
            y = fromY + one;
            break;
          case 'Z':
            continue;
          default:
            throw new Error(`The reader of drawings does not know ${letter}.`);
        }
        if (letter === 'M') pieces.push([]);
        pieces.at(-1)?.push(onScreen(x, y));
      }
      return pieces;
    };
    const paths: Record<string, DrawnPath[]> = {};
    for (const path of drawing.querySelectorAll('path')) {
      const name = (path.getAttribute('class') ?? '').replace('staircase-', '').split('-')[0] ?? '';
      const { fill, stroke, strokeDasharray } = getComputedStyle(path);
      const pieces = piecesOf(path.getAttribute('d') ?? '');
      paths[name] = [...(paths[name] ?? []), { fill, stroke, isDotted: strokeDasharray !== 'none', pieces }];
    }
    const texts = [...drawing.querySelectorAll('text')].map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      return {
        text: element.textContent ?? '',
        ...{ left: left - frame.left, right: right - frame.left },
        ...{ top: top - frame.top, bottom: bottom - frame.top },
        weight: Number(getComputedStyle(element).fontWeight),
        fill: getComputedStyle(element).fill,
      };
    });
    return { width: frame.width, height: frame.height, texts, paths };
  });

/** The horizontal parts of paths, from left to right. */
export const treadsOf = (paths: readonly DrawnPath[] = []): Tread[] =>
  paths
    .flatMap(({ pieces }) => pieces)
    .flatMap((piece) =>
      piece.slice(1).flatMap((to, index) => {
        const from = piece[index];
        return from && Math.abs(from.y - to.y) < 0.01 && to.x > from.x
          ? [{ from: from.x, to: to.x, y: to.y }]
          : [];
      }),
    )
    .sort((one, other) => one.from - other.from);

/** The middle and the size of what a piece encloses. */
export function boxOf(piece: readonly Point[]): { x: number; y: number; width: number; height: number } {
  const xs = piece.map(({ x }) => x);
  const ys = piece.map(({ y }) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}
