import type { Page } from '@playwright/test';
import { type Figure, median, ratio } from './measure.ts';

const ROUNDS = 7;
const FRAMES = 120;

/** The main thread's work for one frame of scrolling the plot from end to end, in ms. */
async function timeOfFrame(page: Page): Promise<number> {
  await page.bringToFront();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const work = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  const before = await work();
  await page.getByRole('slider', { name: 'Day on the timeline' }).evaluate(
    (slider, frames) =>
      new Promise<void>((resolve) => {
        const plot = slider.parentElement as HTMLElement;
        const end = plot.scrollWidth - plot.clientWidth;
        const step = (frame: number) => {
          if (frame > frames) return resolve();
          plot.scrollLeft = (end * frame) / frames;
          requestAnimationFrame(() => step(frame + 1));
        };
        step(0);
      }),
    FRAMES,
  );
  const after = await work();
  await session.detach();
  return ((after - before) * 1000) / FRAMES;
}

/** One frame of scrolling two years of records to one of an empty timeline, in pairs of runs. */
export async function measureFrames(full: Page, empty: Page): Promise<Figure> {
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    ratios.push((await timeOfFrame(full)) / (await timeOfFrame(empty)));
  return {
    what: 'Work of one scroll frame of the timeline with 730 days, to an empty one',
    measured: ratio(median(ratios)),
    allowed: '–',
  };
}
