import { setTimeout } from 'node:timers/promises';
import type { OpenPages } from './release-target.ts';

/** A visible page asks every 15 seconds. */
const WAITED_MS = 45_000;
const ASKED_EVERY_MS = 500;

interface Clock {
  /** In ms, from any instant. */
  now: () => number;
  wait: (ms: number) => Promise<unknown>;
}

/** Waits until the open pages that were heard of have left a recalled version, and says how many have. */
export async function watchRecall(
  openPages: () => Promise<OpenPages>,
  version: string,
  { now, wait }: Clock = { now: () => performance.now(), wait: setTimeout },
): Promise<string> {
  const began = now();
  const count = countLeaving(await openPages(), version);
  for (;;) {
    const { open, gone } = count(await openPages());
    const took = `${((now() - began) / 1000).toFixed(1)} s`;
    if (open === 0)
      return gone === 0
        ? `No open page showed ${version}.`
        : `${gone} of ${gone} open pages that showed ${version} have left it, the last after ${took}.`;
    if (now() - began > WAITED_MS)
      return `${gone} of ${open + gone} open pages have left ${version} in ${took}. ${open} did not confirm: each is hidden, closed, without a network, or hangs and shows ${version} until it is loaded again.`;
    await wait(ASKED_EVERY_MS);
  }
}

/**
 * Counts the open pages that leave a recalled release, from those that showed it at first. Given what is known later, it says
 * how many of them still show it, and how many show it no more. A page that is not heard of any more still counts as open.
 */
export function countLeaving(first: OpenPages, version: string) {
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
