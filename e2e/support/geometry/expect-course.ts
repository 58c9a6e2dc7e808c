import { expect } from '@playwright/test';
import type { Colours } from './colours.ts';
import { expectCentred, expectReadable, textIn } from './expect-labels.ts';
import { check, near } from './near.ts';
import { boxOf, type Drawing, type DrawnPath, treadsOf } from './read-drawing.ts';
import { type DayNumber, inWords, type PastDay, type TwoYears } from './two-years.ts';

const ROWS = [
  ['Sleep', 'sleep'],
  ['Mood', 'mood'],
  ['Activity', 'active'],
] as const;
/** The last planned step is shown for two weeks. */
const LAST_STEP_DAYS = 14;
/** px between two weeks at most, and how far a label may be from its step. */
const MAX_GAP = 2;
const MAX_AWAY = 20;

interface Week {
  from: DayNumber;
  /** The day after its last one. */
  until: DayNumber;
  days: PastDay[];
}

/** Seven days from the day of each dose on, and what is left before the next one or after today. */
function weeksOf({ doses, days, today }: TwoYears): Week[] {
  const taken = doses.filter(({ isTaken }) => isTaken);
  return taken.flatMap(({ day }, index) => {
    const end = taken[index + 1]?.day ?? today + 1;
    const count = Math.ceil((end - day) / 7);
    return Array.from({ length: count }, (_, week) => {
      const from = day + 7 * week;
      const until = Math.min(from + 7, end);
      return { from, until, days: days.filter((each) => each.day >= from && each.day < until) };
    });
  });
}

const only = (drawn: Drawing, name: string): DrawnPath => {
  const path = drawn.paths[name]?.[0];
  if (!path) throw new Error(`There is no ${name}.`);
  return path;
};

/** Where a day begins (px) in a drawn course: the days share the room right of the names. */
export function courseScale(drawn: Drawing, { doses, today }: TwoYears) {
  const left = treadsOf(drawn.paths.taken)[0]?.from ?? Number.NaN;
  const first = doses[0]?.day ?? today;
  const end = (doses.at(-1)?.day ?? today) + LAST_STEP_DAYS + 1;
  const dayWidth = (drawn.width - left) / (end - first);
  return { left, first, end, xOf: (day: DayNumber) => left + (day - first) * dayWidth };
}

/** Expects a drawn course, on the screen or on paper, to show these two years. */
export function expectCourse(drawn: Drawing, lived: TwoYears, colours: Colours): void {
  const { today, days } = lived;
  const scale = courseScale(drawn, lived);
  expect(scale.left).toBeGreaterThan(0);
  for (const { x } of only(drawn, 'today').pieces.flat()) near(x, scale.xOf(today + 1), 'the end of today');
  expectCentred(drawn, textIn(drawn, `Today, ${inWords(today)}`), scale.xOf(today + 1));
  near(textIn(drawn, inWords(scale.first)).left, scale.left, 'the first date', 1);
  expectReadable(drawn);
  expectDoses(drawn, lived, scale);
  expectWeeks(drawn, lived, scale);

  const signs = days.filter(({ hasSign }) => hasSign);
  const triangles = only(drawn, 'warnings').pieces.map(boxOf);
  expect(triangles).toHaveLength(signs.length);
  const name = textIn(drawn, 'Warning');
  for (const [index, { x, y }] of triangles.entries()) {
    near(x, scale.xOf((signs[index]?.day ?? 0) + 0.5), `the warning sign ${index}`);
    check(y > name.top && y < name.bottom, `the warning sign ${index} beside its name`);
  }

  const { primary, accent, warning, ink } = colours;
  expect({
    taken: only(drawn, 'taken').stroke,
    planned: only(drawn, 'planned').stroke,
    today: only(drawn, 'today').stroke,
    warnings: only(drawn, 'warnings').fill,
    bars: drawn.paths.bars?.map(({ fill }) => fill),
    isDotted: ['taken', 'planned', 'today'].filter((line) => only(drawn, line).isDotted),
  }).toEqual({
    ...{ taken: primary, planned: primary, today: ink, warnings: warning },
    bars: ROWS.map(() => accent),
    isDotted: ['planned'],
  });
}

type Scale = ReturnType<typeof courseScale>;

/** Steps of one height at their days: solid up to the end of today, dotted from there on. */
function expectDoses(drawn: Drawing, { doses, today }: TwoYears, { end, xOf }: Scale): void {
  const now = today + 1;
  const wanted = { taken: [] as number[][], planned: [] as number[][] };
  for (const [level, { day, isTaken }] of doses.entries()) {
    const until = doses[level + 1]?.day ?? end;
    if (isTaken) wanted.taken.push([day, Math.min(until, now), level]);
    if (until > now) wanted.planned.push([isTaken ? now : day, until, level]);
  }
  const [top = 0, second = 0] = treadsOf(drawn.paths.taken).map(({ y }) => y);
  const height = second - top;
  expect(height).toBeGreaterThan(5);
  for (const line of ['taken', 'planned'] as const) {
    const treads = treadsOf(drawn.paths[line]);
    expect(treads, line).toHaveLength(wanted[line].length);
    for (const [index, { from, to, y }] of treads.entries()) {
      const [fromDay = 0, toDay = 0, level = 0] = wanted[line][index] ?? [];
      near(from, xOf(fromDay), `the beginning of the ${line} step ${index}`);
      near(to, xOf(toDay), `the end of the ${line} step ${index}`);
      near(y, top + level * height, `the height of the ${line} step ${index}`);
    }
  }
  const guides = only(drawn, 'guides').pieces.map(([point]) => point?.x);
  expect(guides).toHaveLength(doses.length);
  for (const [index, { day, mg }] of doses.entries()) near(guides[index], xOf(day), `the guide of ${mg} mg`);

  const inForce = doses.findLast(({ isTaken }) => isTaken);
  const labels = drawn.texts.filter(({ text }) => text.endsWith(' mg'));
  const weights = labels.map(({ text, weight }) => [text, weight] as const);
  expect(labels.length, 'labels of doses').toBeGreaterThan(2);
  expect(
    weights
      .filter(([, weight]) => weight === Math.max(...weights.map(([, each]) => each)))
      .map(([text]) => text),
  ).toEqual([`${inForce?.mg} mg`]);
  for (const label of labels) {
    const level = doses.findIndex(({ mg }) => `${mg} mg` === label.text);
    const { day = 0 } = doses[level] ?? {};
    const until = doses[level + 1]?.day ?? end;
    const y = top + level * height;
    expect(level, label.text).not.toBe(-1);
    expect(label.left < xOf(until) && label.right > xOf(day) - MAX_AWAY, `${label.text} at its step`).toBe(
      true,
    );
    expect(Math.abs((label.top + label.bottom) / 2 - y), label.text).toBeLessThan(MAX_AWAY);
  }
}

/** A frame for each week with a check-up, filled by the share of good days; one row below the other, beside their names. */
function expectWeeks(drawn: Drawing, lived: TwoYears, { left, xOf }: Scale): void {
  const weeks = weeksOf(lived).filter(({ days }) => days.length > 0);
  for (const [row, [name, category]] of ROWS.entries()) {
    const frames = (drawn.paths.frames?.[row]?.pieces ?? []).map(boxOf);
    const bars = (drawn.paths.bars?.[row]?.pieces ?? []).map(boxOf);
    const edges = treadsOf(drawn.paths.edges?.slice(row, row + 1));
    expect([frames.length, edges.length], name).toEqual([weeks.length, weeks.length]);
    const label = textIn(drawn, name);
    expect(label.right, name).toBeLessThan(left);
    for (const [index, { from, until, days }] of weeks.entries()) {
      const frame = frames[index] ?? boxOf([]);
      const what = `${name} in week ${index}`;
      near(frame.x - frame.width / 2, xOf(from), what);
      const gap = xOf(until) - xOf(from) - frame.width;
      check(gap > -0.1 && gap <= MAX_GAP + 0.1, `the gap after ${what}: ${gap}`);
      check(frame.y > label.top && frame.y < label.bottom, `${what} beside its name`);
      const share = days.filter((day) => day[category]).length / days.length;
      const bottom = frame.y + frame.height / 2;
      near(bottom - (edges[index]?.y ?? 0), share * frame.height, `the edge of ${what}`);
      const bar = bars.find(({ x }) => Math.abs(x - frame.x) < 0.1);
      near(bar?.height ?? 0, share * frame.height, `the good days of ${what}`);
      if (bar) near(bar.y + bar.height / 2, bottom, `the foot of ${what}`);
    }
  }
}
