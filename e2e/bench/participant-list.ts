import type { Page } from '@playwright/test';
import { type Figure, ratio, timesLonger } from './measure.ts';

const PAIRS = 25;
const LIST = '/admin/participants';
const WARNING_SIGNS = '/admin/warning-signs';
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

/** How much longer the list of warning signs takes for one team than for another with none that waits, and how high it is. */
export async function measureWarningSigns(waiting: Page, none: Page, sizes: string): Promise<Figure[]> {
  const longer = await timesLonger(
    () => open(waiting, WARNING_SIGNS),
    () => open(none, WARNING_SIGNS),
    PAIRS,
  );
  await waiting.setViewportSize({ width: 1280, height: 800 });
  await waiting.goto(WARNING_SIGNS);
  const height = await waiting.evaluate(() => document.documentElement.scrollHeight);
  return [
    { what: `The list of warning signs ${sizes}`, measured: ratio(longer), allowed: '–' },
    { what: 'Its height at 1280 px, in px', measured: String(height), allowed: '3000' },
  ];
}

async function searchFor(page: Page, text: string): Promise<void> {
  await page.goto(LIST);
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('table').waitFor();
}

async function open(page: Page, list = LIST): Promise<void> {
  const answer = await page.request.get(list);
  if (!answer.ok()) throw new Error(`The list answered ${answer.status()}.`);
}
