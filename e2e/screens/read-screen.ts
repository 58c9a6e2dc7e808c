import { expect, type Page } from '@playwright/test';
import { whenAnswering } from '../support/press.ts';

export interface Screen {
  title: string;
  /** As it is read on the page, a line for each. */
  lines: string[];
  /** Said by screen readers only. */
  spoken: string[];
}

const UNFINISHED = /Loading|Saving…|Sending…|Working out/;

/** What a screen says once it no longer changes: its own part of the page, without what every page has around it. */
export async function readScreen(page: Page, title: string): Promise<Screen> {
  let words = { lines: [] as string[], spoken: [] as string[] };
  await page.locator('main h1').first().waitFor();
  await whenAnswering(page);
  await expect(async () => {
    const before = JSON.stringify(words);
    words = await page.evaluate(readWords);
    expect(JSON.stringify(words)).toBe(before);
    expect(words.lines.join('\n')).not.toMatch(UNFINISHED);
  }).toPass({ timeout: 60_000, intervals: [300] });
  return { title, ...words };
}

/** Runs in the page. */
function readWords(): { lines: string[]; spoken: string[] } {
  const parts = document.querySelectorAll<HTMLElement>('main, dialog[open]');
  // biome-ignore lint/performance/useDomNodeTextContent: it keeps the words of blocks apart
  const texts = [...parts].map((part) => part.innerText);
  const lines = texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const names = ['aria-label', 'aria-valuetext', 'title', 'alt', 'placeholder'];
  const all = lines.join(' ');
  const spoken = [...parts].flatMap((part) =>
    [...part.querySelectorAll(names.map((name) => `[${name}]`).join(', '))]
      .filter((element) => element.checkVisibility())
      .flatMap((element) =>
        names.map((name) => element.getAttribute(name)?.replace(/\s+/g, ' ').trim() ?? ''),
      ),
  );
  return { lines, spoken: [...new Set(spoken)].filter((text) => text && !all.includes(text)) };
}
