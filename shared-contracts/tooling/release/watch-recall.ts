import type { OpenPages } from './release-target.ts';

/**
 * Counts the open pages that leave a recalled release, from those that showed it at first. Given what is known later, it says
 * how many of them still show it, and how many show it no more. A page that is not heard of any more still counts as open.
 */
export function watchRecall(first: OpenPages, version: string) {
  const showed = new Set(first.filter((each) => each.version === version).map(({ page }) => page));
  const left = new Set<string>();
  return (now: OpenPages): { open: number; gone: number } => {
    for (const { page, version: shown } of now) {
      if (shown === version) showed.add(page);
      else if (showed.has(page)) left.add(page);
    }
    return { open: showed.size - left.size, gone: left.size };
  };
}
