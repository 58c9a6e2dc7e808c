import { expect } from '@playwright/test';
import type { Colours } from './colours.ts';
import { expectCentred, expectReadable, textIn } from './expect-labels.ts';
import { near } from './near.ts';
import { type Drawing, treadsOf } from './read-drawing.ts';
import { type DayNumber, inWords, type TwoYears } from './two-years.ts';

/** Expects the plan's chart to show the doses of these two years; the last planned one ends it. */
export function expectChart(drawn: Drawing, { doses, today }: TwoYears, colours: Colours): void {
  const treads = treadsOf(drawn.paths.line);
  expect(treads).toHaveLength(doses.length);
  const [first] = doses;
  const last = doses.at(-1);
  const [start] = treads;
  const end = treads.at(-1);
  if (!first || !last || !start || !end) throw new Error('There are no steps.');
  const dayWidth = (end.from - start.from) / (last.day - first.day);
  const xOf = (day: DayNumber) => start.from + (day - first.day) * dayWidth;
  expect(dayWidth).toBeGreaterThan(0);
  const base = drawn.paths.axis?.[0]?.pieces[0]?.[0]?.y ?? Number.NaN;
  near(end.y, base, 'the height of nothing');
  for (const [index, { day, mg }] of doses.entries()) {
    const tread = treads[index];
    near(tread?.from, xOf(day), `the step to ${mg} mg`);
    near(base - (tread?.y ?? 0), ((base - start.y) * mg) / first.mg, `the height of ${mg} mg`);
    const label = textIn(drawn, `${mg} mg`);
    expect(label.left - xOf(day), `${mg} mg from its step on`).toBeGreaterThan(0);
    expect(label.left - xOf(day), `${mg} mg beside its step`).toBeLessThan(12);
    expect(label.bottom, `${mg} mg over its step`).toBeLessThan((tread?.y ?? 0) + 1);
  }
  const line = drawn.paths.today?.[0];
  for (const { x } of line?.pieces.flat() ?? []) near(x, xOf(today), 'the line of today');
  const ends = (line?.pieces ?? []).map((piece) => piece.at(-1)?.y ?? 0);
  near(Math.max(...ends), base, 'the foot of today');
  expectCentred(drawn, textIn(drawn, `Today, ${inWords(today)}`), xOf(today));
  near(textIn(drawn, inWords(first.day)).left, start.from, 'the first date', 1);
  expectReadable(drawn);
  expect([drawn.paths.line?.[0]?.stroke, line?.isDotted]).toEqual([colours.primary, true]);
}
