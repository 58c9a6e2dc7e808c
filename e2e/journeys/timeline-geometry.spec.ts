import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { addDays, daysBetween, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { clientOf } from '../support/participants.ts';
import { expect, test } from '../support/test.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';

const CATEGORIES = ['sleep', 'mood', 'active'] as const;
/** Specification, section 9: milliseconds divided by 25,000,000, in percent of what is seen of the plot. */
const DAY_SHARE = 86_400_000 / 25_000_000 / 100;
const HALF_A_PIXEL = 0.5;

const near = (value: number, wanted: number, what: string) =>
  expect(Math.abs(value - wanted), `${what}: ${value}, not ${wanted}`).toBeLessThanOrEqual(HALF_A_PIXEL);

interface Colour {
  red: number;
  green: number;
  blue: number;
}
const isYellow = ({ red, green, blue }: Colour) => red > 200 && green > 140 && blue < 120;
const isRed = ({ red, green, blue }: Colour) => red > 1.4 * green && red > 1.4 * blue;
const isGrey = ({ red, green, blue }: Colour) => Math.max(red, green, blue) - Math.min(red, green, blue) < 40;

test('the plot has today in its middle, a label every seven days, and the answers in their colours', async ({
  page,
  stack,
}) => {
  await onTimeline(page, stack.url);
  const { symptoms } = await dataOf(page, stack.url);
  const sign = symptoms.find(({ redflag }) => redflag);
  const [good, otherwise] = CATEGORIES.filter((category) => category !== sign?.category);
  if (!sign || !good || !otherwise) throw new Error('The lists have no warning sign.');
  const { record } = (
    await clientOf(page, stack.url).send(saveRecord, {
      ...{ sleep: false, mood: false, active: false, [good]: true },
      symptoms: [sign.id],
      activities: [],
    })
  ).body;
  await page.clock.setFixedTime(record.recordedAt);
  await page.goto('/');
  const plot = page.getByRole('slider', { name: 'Day on the timeline' }).locator('..');
  await expect(plot.getByText(/^Today, /)).toHaveText(`Today, ${formatDate(record.localDate).slice(0, 5)}`);

  const drawn = await plot.evaluate((scroller) => {
    const view = scroller.getBoundingClientRect();
    const place = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return {
        left: left - view.left,
        centre: left + width / 2 - view.left,
        middle: top + height / 2,
        width,
      };
    };
    const colour = (text: string) => {
      const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return { red, green, blue };
    };
    const marker = scroller.querySelector('svg rect');
    if (!marker) throw new Error('There is no marker of today.');
    return {
      width: scroller.clientWidth,
      today: place(marker),
      todayLabel: [...scroller.querySelectorAll('svg text')]
        .filter(({ textContent }) => textContent?.startsWith('Today'))
        .map(place),
      weeks: [...scroller.querySelectorAll('svg g')].map((week) => ({
        tick: place(week.querySelector('path') ?? week).left,
        text: week.querySelector('text')?.textContent ?? '',
      })),
      icons: [...scroller.querySelectorAll('svg path')]
        .filter((path) => / a|a\d|[hl].*z$/.test(path.getAttribute('d') ?? ''))
        .map((path) => {
          const { fill, stroke } = getComputedStyle(path);
          return { ...place(path), fill: colour(fill), stroke: colour(stroke) };
        })
        .sort((one, other) => one.middle - other.middle),
    };
  });

  const dayWidth = drawn.width * DAY_SHARE;
  near(drawn.today.width, dayWidth, 'the width of a day');
  near(drawn.today.centre, drawn.width / 2, 'the middle of today');
  near(drawn.todayLabel[0]?.centre ?? 0, drawn.width / 2, 'the label of today');
  expect(drawn.weeks.length).toBeGreaterThan(3);
  for (const [index, { tick, text }] of drawn.weeks.entries()) {
    const days = Math.round((tick - drawn.today.left) / dayWidth);
    near(tick, drawn.today.left + days * dayWidth, `the tick of ${text}`);
    near(tick, (drawn.weeks[0]?.tick ?? 0) + index * 7 * dayWidth, `week ${index}`);
    expect(formatDate(addDays(record.date, days)).startsWith(text.slice(0, 5)), `${text} at ${days}`).toBe(
      true,
    );
  }
  expect(drawn.icons).toHaveLength(3);
  for (const { centre } of drawn.icons) near(centre, drawn.width / 2, 'an answer of today');
  const iconOf = (category: (typeof CATEGORIES)[number]) => drawn.icons[CATEGORIES.indexOf(category)];
  const colours = [
    isYellow(iconOf(good)?.fill as Colour),
    isGrey(iconOf(otherwise)?.stroke as Colour),
    isRed(iconOf(sign.category)?.fill as Colour),
  ];
  expect(colours, JSON.stringify(drawn.icons)).toEqual([true, true, true]);
});

test('the plan’s line is as high as its doses and as long as its steps', async ({ page, stack }) => {
  await onTimeline(page, stack.url);
  const { prescriptions } = await dataOf(page, stack.url);
  await page.goto('/plan');
  const line = page.locator('.staircase-line');
  await line.waitFor();
  const drawn = await page.locator('.staircase').evaluate((svg) => {
    const numbersOf = (name: string) =>
      (
        svg
          .querySelector(name)
          ?.getAttribute('d')
          ?.match(/[MHV][\d. -]+/g) ?? []
      ).map((part) => ({
        letter: part.charAt(0),
        numbers: part.slice(1).trim().split(/[ ,]+/).map(Number),
      }));
    return {
      line: numbersOf('.staircase-line'),
      today: numbersOf('.staircase-today'),
      axis: numbersOf('.staircase-axis'),
    };
  });
  const [start, ...moves] = drawn.line;
  const [left = 0, top = 0] = start?.numbers ?? [];
  const base = drawn.axis[0]?.numbers[1] ?? 0;
  const across = moves.filter(({ letter }) => letter === 'H').map(({ numbers }) => numbers[0] ?? 0);
  const heights = [
    top,
    ...moves.filter(({ letter }) => letter === 'V').map(({ numbers }) => numbers[0] ?? 0),
  ];
  expect(heights).toHaveLength(prescriptions.length);
  const [first] = prescriptions;
  const last = prescriptions.at(-1);
  if (!first || !last) throw new Error('The plan has no steps.');
  for (const [index, { dose }] of prescriptions.entries())
    near(base - (heights[index] ?? 0), ((base - top) * dose) / first.dose, `the height of ${dose} mg`);
  const dayWidth = ((across.at(-2) ?? 0) - left) / daysBetween(first.date, last.date);
  expect(dayWidth).toBeGreaterThan(0);
  for (const [index, { date }] of prescriptions.slice(1).entries())
    near(across[index] ?? 0, left + dayWidth * daysBetween(first.date, date), `the step of ${date}`);
  near(drawn.today[0]?.numbers[0] ?? 0, left, 'today, the first day');
});
