/** Of a px: on a phone a day of two years is 0.4 px wide. */
const TOLERANCE = 0.15;

/** Expects something to be true. Playwright's own `expect` keeps a step of each, which is slow for thousands of marks. */
export function check(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

/** Expects something to be drawn at a place (px). */
export function near(value: number | undefined, wanted: number, what: string, tolerance = TOLERANCE): void {
  const isNear = Math.abs((value ?? Number.NaN) - wanted) <= tolerance;
  check(isNear, `${what}: ${value}, not ${wanted}`);
}
