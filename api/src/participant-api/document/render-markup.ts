import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BootData, LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { Logger } from 'pino';
import * as z from 'zod';
import { setEvictingOldest } from '../../platform/set-evicting-oldest.ts';
import type { FindReleaseFolder } from '../../release-api/release-cache.ts';

/** Where pages are rendered; null where nothing renders them. */
export interface RendererLink {
  url(): Promise<string>;
  /** It did not answer in time. */
  replace(): void;
}

export interface Page {
  shell: Release;
  /** The feature whose page it is, or one in it; undefined where it is the shell's alone. */
  feature: Release | undefined;
  /** Every feature's release, since the header is of all. */
  features: readonly LiveFeature[];
  loggedIn: boolean;
  /** Path and query. */
  address: string;
  /** What the document holds for the shell, as JSON. */
  boot: string;
  /** When and for which time zone, of a participant's page. */
  madeFor?: BootData['madeFor'];
  /** Whether everybody with these releases gets the same markup. */
  isForEverybody: boolean;
}

/** The markup of a page, or null where it comes without: it has none, failed, or took too long. Never rejects. */
export type RenderMarkup = (page: Page) => Promise<string | null>;

interface RendererDependencies {
  renderer: RendererLink | null;
  findRelease: FindReleaseFolder;
  now: () => Date;
  log: Logger;
  answerWithinMs?: number;
}

/** People wait for the page so long, and get it without markup after that. */
const PATIENCE_MS = 1_500;
/** Longer than the renderer itself gives a page: one that has not answered by then hangs. */
const ANSWER_WITHIN_MS = 10_000;
/** A page that failed is not tried again for so long. */
const PAUSE_MS = 60_000;
/** Whoever asks for many of a visitor's pages takes no place of a participant's. */
const MOST_AT_ONCE = { visitors: 2, participants: 8 };
const MOST_PAUSES = 200;
const KEPT_PAGES = 200;

const answerSchema = z.object({ markup: z.string().nullable() });
const missingSchema = z.object({ missing: z.array(z.string()) });

/** The page's own code, whose words may be a participant's. */
class PageThrew extends Error {}

/** Renders pages by the server builds of their releases; older releases have none. */
export function markupRenderer({
  renderer,
  findRelease,
  now,
  log,
  answerWithinMs = ANSWER_WITHIN_MS,
}: RendererDependencies): RenderMarkup {
  const kept = new Map<string, Promise<string | null>>();
  const pausedUntil = new Map<string, number>();
  const atOnce = { visitors: 0, participants: 0 };

  async function ask(link: RendererLink, page: Page, signal: AbortSignal): Promise<string | null> {
    const builds = [
      { name: SHELL, release: page.shell },
      ...(page.feature ? [{ name: nameOf(page.feature), release: page.feature }] : []),
    ];
    const hashes = new Map(builds.map(({ name, release }) => [name, hashOf(release) ?? '']));
    const { [SHELL]: shell, ...features } = Object.fromEntries(hashes);
    const input = inputOf(page, now());
    const body = JSON.stringify({ shell, features, input, timeZone: page.madeFor?.timeZone });
    const url = await within(signal, link.url());
    const send = () => fetch(`${url}/pages/`, { method: 'POST', body, signal });
    let response = await send();
    if (response.status === 409) {
      const { missing } = missingSchema.parse(await response.json());
      for (const { name, release } of builds) {
        const hash = hashes.get(name) ?? '';
        if (!missing.includes(hash)) continue;
        const folder = await findRelease(name, release.metadata.version);
        const script = await readFile(join(folder ?? '', SERVER_FILE));
        await fetch(`${url}/scripts/?${encodeURIComponent(hash)}`, { method: 'PUT', body: script, signal });
      }
      response = await send();
    }
    if (response.status === 500) throw new PageThrew();
    if (!response.ok) throw new Error(`The renderer answers ${response.status}.`);
    return answerSchema.parse(await response.json()).markup;
  }

  /** Rejects where it was not rendered. */
  async function render(link: RendererLink, page: Page, key: string): Promise<string | null> {
    const whose = page.loggedIn ? 'participants' : 'visitors';
    if (atOnce[whose] >= MOST_AT_ONCE[whose]) throw new Error('Too many pages are rendered.');
    atOnce[whose] += 1;
    const signal = AbortSignal.timeout(answerWithinMs);
    try {
      return await ask(link, page, signal);
    } catch (error) {
      const isLate = signal.aborted;
      if (isLate) link.replace();
      setEvictingOldest(pausedUntil, key, now().getTime() + PAUSE_MS, MOST_PAUSES);
      log.warn(
        { ...versionsOf(page), isLate, hasThrown: error instanceof PageThrew },
        'a page was not rendered',
      );
      throw error;
    } finally {
      atOnce[whose] -= 1;
    }
  }

  function keep(page: Page, key: string, start: () => Promise<string | null>): Promise<string | null> {
    if (!page.isForEverybody) return start();
    const markup = kept.get(key) ?? start();
    setEvictingOldest(kept, key, markup, KEPT_PAGES);
    markup.catch(() => kept.delete(key));
    return markup;
  }

  return async (page) => {
    if (!renderer || !hashOf(page.shell) || (page.feature && !hashOf(page.feature))) return null;
    const key = keyOf(page);
    if ((pausedUntil.get(key) ?? 0) > now().getTime()) return null;
    pausedUntil.delete(key);
    const late = AbortSignal.timeout(PATIENCE_MS);
    return within(
      late,
      keep(page, key, () => render(renderer, page, key)),
    ).catch(() => null);
  };
}

const hashOf = ({ extras }: Release): string | undefined =>
  extras.assets.find(({ path }) => path === SERVER_FILE)?.integrity;

const nameOf = ({ extras }: Release): string => extras.manifest?.name ?? '';

const versionsOf = ({ shell, feature }: Page) => ({
  shell: shell.metadata.version,
  ...(feature && { feature: nameOf(feature), version: feature.metadata.version }),
});

/** The releases and the address: the content is the same for as long as this process lives. */
const keyOf = ({ shell, features, loggedIn, address }: Page): string =>
  JSON.stringify([shell.metadata.version, features.map(({ version }) => version), loggedIn, address]);

const inputOf = ({ address, boot, madeFor }: Page, now: Date): string =>
  `${JSON.stringify({ address, now: madeFor?.now ?? now.toISOString() }).slice(0, -1)},"boot":${boot}}`;

/** Rejects with the signal's reason once it is aborted. */
const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
