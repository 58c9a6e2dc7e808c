import type { Locator } from '@playwright/test';
import { DARK, LIGHT } from '../support/geometry/colours.ts';
import { expectChart } from '../support/geometry/expect-chart.ts';
import { courseScale, expectCourse } from '../support/geometry/expect-course.ts';
import { expectPlot } from '../support/geometry/expect-plot.ts';
import { near } from '../support/geometry/near.ts';
import { readDrawing } from '../support/geometry/read-drawing.ts';
import { inWords, liveThrough, numberOf, twoYearsUntil } from '../support/geometry/two-years.ts';
import { whenAnswering } from '../support/press.ts';
import type { LocalStack } from '../support/stack.ts';
import { expect, test } from '../support/test.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';

/** The drawing, once it is as wide as its place. */
async function fitted(svg: Locator): Promise<Locator> {
  const scale = () => svg.evaluate((drawing) => (drawing as SVGGraphicsElement).getScreenCTM()?.a);
  await expect.poll(scale, { timeout: 10_000 }).toBeCloseTo(1, 2);
  return svg;
}

/** What the margins leave of a sheet of A4, in px. */
const PAPER = { width: 718, height: 1000 };

const melbourne = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Australia/Melbourne', dateStyle: 'short' });

test('two years are drawn at their days: plot, course strip, doctor’s sheet and the plan’s chart', async ({
  page,
  stack,
  colorScheme,
}) => {
  const { dataDir } = stack as LocalStack;
  test.skip(!dataDir, 'It changes the database.');
  const account = await onTimeline(page, stack.url);
  const { symptoms } = await dataOf(page, stack.url);
  const sign = symptoms.find(({ redflag, selfHarm }) => redflag && !selfHarm);
  if (!sign) throw new Error('The lists have no warning sign.');
  // No midnight falls into what follows.
  const now = new Date();
  await page.clock.setFixedTime(now);
  const lived = twoYearsUntil(numberOf(melbourne.format(now)), sign);
  await liveThrough(dataDir, account, lived);
  const colours = colorScheme === 'dark' ? DARK : LIGHT;

  await page.goto('/');
  const plot = page.getByRole('slider', { name: 'Day on the timeline' }).locator('..');
  await plot.getByText(/^Today, /).waitFor();
  const today = Math.floor(now.getTime() / 86_400_000);
  await expectPlot(plot, lived, { today, colours });

  await page.goto('/?look-back=weeks');
  const weeks = page.getByRole('slider', { name: 'Week of your course' });
  const strip = await fitted(weeks.locator('..').locator('svg'));
  await whenAnswering(page);
  const course = await readDrawing(strip);
  expectCourse(course, lived, colours);
  const { xOf } = courseScale(course, lived);
  const [, , taken = lived.doses[0]] = lived.doses;
  const day = (taken?.day ?? 0) + 17;
  await strip.click({ position: { x: xOf(day + 0.5), y: course.height / 2 } });
  await expect(weeks).toHaveAttribute('aria-valuetext', new RegExp(`^Week from ${inWords(day - 3)}, 25 mg`));
  const mark = await strip.evaluate((drawing) => {
    const { x = 0, width = 0 } = drawing.querySelector('rect')?.getBoundingClientRect() ?? {};
    return x + width / 2 - drawing.getBoundingClientRect().x;
  });
  near(mark, xOf(day + 0.5), 'the mark of the week', 0.6);

  await page.goto('/plan?page=summary');
  expectChart(await readDrawing(await fitted(page.locator('.staircase'))), lived, colours);

  await page.goto('/plan?page=doctor');
  const sheet = page.locator('.screen-only > svg');
  expectCourse(await readDrawing(await fitted(sheet)), lived, colours);
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: 'print' });
  expectCourse(await readDrawing(page.locator('.print-only > svg')), lived, LIGHT);
});
