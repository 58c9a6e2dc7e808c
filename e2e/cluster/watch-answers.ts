import { setTimeout as wait } from 'node:timers/promises';

const VISIT_EVERY_MS = 250;
const LOOK_EVERY_MS = 100;
const ANSWER_TIMEOUT_MS = 4_000;
const SAVE_TIMEOUT_MS = 120_000;

/** Opens the welcome page again and again, as visitors who do not wait for each other, and notes when that and saves succeed. */
export function watchAnswers(url: string) {
  let isWatching = false;
  let saves: number[] = [];
  let pages: number[] = [];
  const asking = new Set<Promise<void>>();
  async function open(): Promise<void> {
    const isOpened = await fetch(url, {
      headers: { accept: 'text/html', connection: 'close' },
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
      .then(async (answer) => answer.ok && (await answer.text()).includes('<html'))
      .catch(() => false);
    if (isOpened && isWatching) pages.push(Date.now());
  }
  const visiting = setInterval(() => {
    const visit = open().finally(() => asking.delete(visit));
    asking.add(visit);
  }, VISIT_EVERY_MS);
  /** Seconds, the one that lasts still included. */
  const longest = (times: number[]): number =>
    Math.max(...[...times.slice(1), Date.now()].map((time, index) => time - (times[index] ?? 0))) / 1000;

  return {
    begin(): void {
      [saves, pages, isWatching] = [[Date.now()], [Date.now()], true];
    },
    sawSave(outcome: string): void {
      if (outcome.startsWith('2')) saves.push(Date.now());
    },
    /** Resolves once saves have succeeded for the given time from now on, without a pause of a second. */
    async untilSavedFor(ms: number): Promise<void> {
      const begun = Date.now();
      for (const limit = begun + SAVE_TIMEOUT_MS; ; await wait(LOOK_EVERY_MS)) {
        const times = [...saves.filter((time) => time > Date.now() - ms), Date.now()];
        const gaps = times.map((time, index) => time - (times[index - 1] ?? Date.now() - ms));
        if (Date.now() - begun > ms && Math.max(...gaps) < 1_000) return;
        if (Date.now() > limit) throw new Error('Saves did not go on.');
      }
    },
    longestGaps(): { save: number; page: number } {
      isWatching = false;
      return { save: longest(saves), page: longest(pages) };
    },
    async stop(): Promise<void> {
      clearInterval(visiting);
      await Promise.all(asking);
    },
  };
}
