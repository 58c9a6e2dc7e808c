import type { Page } from '@playwright/test';
import { type Figure, ratio, timesLonger } from './measure.ts';

const PAIRS = 7;
const HIGHEST = 3000;
const LISTS = [
  'participants',
  'warning-signs',
  'adverse-events',
  'follow-ups',
  'data-queries',
  'missing-days',
  'data-locks',
  'allocation',
  'receipts',
  'audit',
  'trial/consented',
  'export',
  'content',
  'staff',
];

/** How much longer each list of the team takes for one team than for another with fewer people, and how high it is. */
export async function measureTeamLists(many: Page, few: Page, sizes: string): Promise<Figure[]> {
  const figures: Figure[] = [];
  await many.setViewportSize({ width: 1280, height: 800 });
  for (const name of LISTS) {
    const path = `/admin/${name}`;
    const longer = await timesLonger(
      () => open(many, path),
      () => open(few, path),
      PAIRS,
    );
    await many.goto(path);
    const height = await many.evaluate(() => document.documentElement.scrollHeight);
    figures.push(
      { what: `The team's list ${name} ${sizes}`, measured: ratio(longer), allowed: '–' },
      { what: 'Its height at 1280 px, in px', measured: String(height), allowed: String(HIGHEST) },
    );
  }
  return figures;
}

async function open(page: Page, path: string): Promise<void> {
  const answer = await page.request.get(path);
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}.`);
}
