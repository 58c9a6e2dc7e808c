import { expect, type Locator } from '@playwright/test';
import { type Colours, isGrey } from './colours.ts';
import { check, near } from './near.ts';
import { boxOf, readDrawing, treadsOf } from './read-drawing.ts';
import { type DayNumber, inWords, type TwoYears } from './two-years.ts';

const DAY_MS = 86_400_000;
/** Specification, section 9: milliseconds divided by 25,000,000, in percent of what is seen of the plot. */
const DAY_SHARE = DAY_MS / 25_000_000 / 100;
const ROWS = ['sleep', 'mood', 'active'] as const;

/** Where the parts of the plot are that are no drawing, from its left edge (px). */
const readAround = (scroller: Locator) =>
  scroller.evaluate((element) => {
    const svg = element.querySelector('svg')?.getBoundingClientRect();
    const marker = element.querySelector('svg rect')?.getBoundingClientRect();
    if (!svg || !marker) throw new Error('The plot has no marker of today.');
    const labels = [...element.querySelectorAll('[class*="dose-"]')].map((label) => {
      const { left, width } = label.getBoundingClientRect();
      return { text: label.textContent ?? '', left: left - svg.left, width };
    });
    const { clientWidth } = element;
    return {
      ...{ clientWidth, labels, seenFrom: element.getBoundingClientRect().left - svg.left },
      marker: { left: marker.left - svg.left, width: marker.width },
    };
  });

/** Expects the plot to show these two years. Its days are those of UTC; `today` is that of the moment. */
export async function expectPlot(
  plot: Locator,
  lived: TwoYears,
  { today, colours }: { today: DayNumber; colours: Colours },
): Promise<void> {
  const { doses, days, sign } = lived;
  const drawn = await readDrawing(plot.locator('svg'));
  const { clientWidth, seenFrom, marker, labels } = await readAround(plot);
  const dayWidth = clientWidth * DAY_SHARE;
  const xOf = (day: DayNumber) => marker.left + (day - today) * dayWidth;
  near(marker.width, dayWidth, 'the width of a day');
  near(seenFrom + clientWidth / 2, xOf(today + 0.5), 'the middle of what is seen', 1);

  const weeks = drawn.paths.tick?.map(({ pieces }) => pieces[0]?.[0]?.x) ?? [];
  const dates = drawn.texts.filter(({ text }) => !text.startsWith('Today'));
  expect(weeks.length).toBeGreaterThan(104);
  expect(dates).toHaveLength(weeks.length);
  const firstWeek = today + Math.round(((weeks[0] ?? 0) - marker.left) / dayWidth);
  for (const [index, date] of dates.entries()) {
    const day = firstWeek + 7 * index;
    near(weeks[index], xOf(day), `the tick of week ${index}`);
    near(date.left, xOf(day), `the label of week ${index}`, 2);
    check([inWords(day), inWords(day).slice(0, 5)].includes(date.text), `week ${index}: ${date.text}`);
  }
  const todayLabel = drawn.texts.find(({ text }) => text === `Today, ${inWords(lived.today).slice(0, 5)}`);
  near(((todayLabel?.left ?? 0) + (todayLabel?.right ?? 0)) / 2, xOf(today + 0.5), 'the label of today', 1);

  const kinds = { good: [] as string[], otherwise: [] as string[], warning: [] as string[] };
  for (const each of days)
    for (const [row, category] of ROWS.entries()) {
      const isSign = each.hasSign && sign.category === category;
      kinds[isSign ? 'warning' : each[category] ? 'good' : 'otherwise'].push(`${each.day} in row ${row}`);
    }
  const heights = (drawn.paths.line ?? []).slice(0, ROWS.length).map(({ pieces }) => pieces[0]?.[0]?.y ?? 0);
  for (const [kind, wanted] of Object.entries(kinds)) {
    const found = (drawn.paths[kind] ?? []).flatMap(({ pieces }) => pieces.map(boxOf));
    const named = found.map(({ x, y }) => {
      const day = Math.floor((x - marker.left) / dayWidth) + today;
      near(x, xOf(day + 0.5), `an answer of ${inWords(day)}`);
      const row = heights.findIndex((height) => Math.abs(height - y) < 3);
      return `${day} in row ${row}`;
    });
    expect(named.sort(), kind).toEqual(wanted.sort());
  }
  expect(
    drawn.paths.good?.every(({ fill }) => fill === colours.accent),
    'good answers are yellow',
  ).toBe(true);
  expect(
    drawn.paths.warning?.every(({ fill }) => fill === colours.warning),
    'warning signs are red',
  ).toBe(true);
  expect(
    drawn.paths.otherwise?.every(({ stroke }) => isGrey(stroke)),
    'other answers are grey',
  ).toBe(true);

  const treads = treadsOf([...(drawn.paths.doses ?? []), ...(drawn.paths.planned ?? [])]);
  expect(treads).toHaveLength(doses.length);
  const zero = treads.at(-1)?.y ?? 0;
  const highest = zero - (treads[0]?.y ?? 0);
  expect(highest).toBeGreaterThan(20);
  for (const [index, { day, mg }] of doses.entries()) {
    near(treads[index]?.from, xOf(day), `the step to ${mg} mg`);
    near(zero - (treads[index]?.y ?? 0), (highest * mg) / 100, `the height of ${mg} mg`);
    const label = labels.find(({ text }) => text === `${mg} mg`);
    near(label?.left, xOf(day), `the label of ${mg} mg`);
  }
  const isDotted = ['doses', 'planned'].map((line) => drawn.paths[line]?.[0]?.isDotted);
  expect(isDotted, 'what is planned is dotted').toEqual([false, true]);
}
