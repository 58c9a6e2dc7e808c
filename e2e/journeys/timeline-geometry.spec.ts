import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { addDays, formatDate } from '@stepwise/shared-contracts/dates/plain-date';
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
