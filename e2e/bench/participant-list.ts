import type { Page } from '@playwright/test';
import { type Figure, ratio, timesLonger } from './measure.ts';

const PAIRS = 25;
const LIST = '/admin/participants';
const TODAY = '/admin';
/** Finds one participant at any size. */
const NAME = 'First 77 Last 77 77@';

/** How much longer the research team's list and a search in it take for one team than for another with fewer people. */
export async function measureParticipantList(many: Page, few: Page, sizes: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, text] of [
    [`The team's list ${sizes}`, ''],
    [`A search by name ${sizes}`, NAME],
  ] as const) {
    await searchFor(many, text);
    await searchFor(few, text);
    const longer = await timesLonger(
      () => open(many),
      () => open(few),
      PAIRS,
    );
    figures.push({ what, measured: ratio(longer), allowed: '–' });
  }
  return figures;
}

/** How much longer Today takes than the list, for one team. */
export async function measureToday(page: Page, size: string): Promise<Figure> {
  const longer = await timesLonger(
    () => open(page, TODAY),
    () => open(page),
    PAIRS,
  );
  return { what: `Today beside the team's list ${size}`, measured: ratio(longer), allowed: 'at most 2' };
}

async function searchFor(page: Page, text: string): Promise<void> {
  await page.goto(LIST);
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('table').waitFor();
}

async function open(page: Page, path = LIST): Promise<void> {
  const answer = await page.request.get(path);
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}.`);
}
