import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { DEVELOPMENT, isDevelopment } from '@stepwise/shared-contracts/federation/development-release';
import { featureOfPath } from '@stepwise/shared-contracts/federation/feature-of-path';
import { SHELL } from '@stepwise/shared-contracts/federation/names';
import { REGISTRY_NEWS, type RegistryNews } from '@stepwise/shared-contracts/federation/registry-news';
import type { FeatureLoader } from './load-feature.ts';
import { releaseName } from './release-name.ts';

/** How often a visible page asks. */
export const ASK_EVERY_MS = 15_000;

interface Follower {
  loader: FeatureLoader;
  /** The version of the shell. */
  shell: string;
  /** Of this page only: 32 hexadecimal digits. */
  page: string;
  fetch: typeof globalThis.fetch;
  /** What is shown: the path, and whether to a participant. */
  path: () => string;
  isLoggedIn: () => boolean;
  isHidden: () => boolean;
  /** Whether something on the page could be filled in. */
  hasForm: () => boolean;
  /** Permits the scripts of a release that the document did not name. */
  allow: (release: LiveFeature) => void;
  announce: (text: string) => void;
  reload: () => void;
  /** The releases newly exposed in this page, and its first paint in ms; what the server was told of is taken out. */
  untold: string[];
  firstPaint: () => number | undefined;
  /** Called when a release was recalled, for what is kept on the device. */
  onRecall: () => void;
}

/**
 * Keeps an open page on the releases of the registry. Returns what asks once: on the first call, and after each newer
 * revision, a release that was recalled gives way at once, in place; a newer one takes over at the next quiet moment,
 * when the page shows another feature, or is hidden and holds no form. Asking sends no cookie, so it prolongs no session.
 */
export function followRegistry(follower: Follower): () => Promise<void> {
  const { loader, shell, page } = follower;
  let revision = '';
  let waiting: RegistryNews['features'] = [];

  const inUse = () => loader.state.getState().features;
  /** What comes from a team's machine is in no registry. */
  const released = () => inUse().filter((release) => !isDevelopment(release));

  /** Beside what comes from a team's machine, or is previewed, nothing is counted. */
  const isOfEveryone = () => shell !== DEVELOPMENT && !inUse().some(isDevelopment);

  const isQuiet = (name: string): boolean =>
    featureOfPath(inUse(), follower.path(), follower.isLoggedIn())?.manifest.name !== name ||
    (follower.isHidden() && !follower.hasForm());

  function change(release: LiveFeature, next: LiveFeature | undefined): void {
    for (const each of [next, next?.lastGood]) if (each) follower.allow(each);
    if (next?.version !== release.version) {
      // Releases built before 22 November 2026 share one chunk global, in which the next one would find this one's code.
      const shared = release.container.replace(/[^_]+$/, 'release_hash_');
      Reflect.deleteProperty(globalThis, `webpackChunk${shared}`);
      loader.change(release, next);
      return;
    }
    loader.state.setState(({ features }) => ({
      features: features.map((each) => (each === release ? next : each)),
    }));
  }

  function apply({ recalled, reload, features }: RegistryNews): void {
    if (recalled.length > 0) follower.onRecall();
    if (reload) {
      follower.reload();
      return;
    }
    const shown = featureOfPath(inUse(), follower.path(), follower.isLoggedIn())?.manifest.name;
    for (const release of released()) {
      const { name } = release.manifest;
      if (!recalled.includes(name)) continue;
      change(
        release,
        features.find(({ manifest }) => manifest.name === name),
      );
      if (name === shown) follower.announce('This page was updated.');
    }
    waiting = features;
  }

  function changeQuietly(): void {
    for (const release of released()) {
      const next = waiting.find(({ manifest }) => manifest.name === release.manifest.name);
      const isSame =
        next?.version === release.version && next.lastGood?.version === release.lastGood?.version;
      if (!next || isSame || loader.isLeft(next)) continue;
      if (next.version === release.version || isQuiet(release.manifest.name)) change(release, next);
    }
  }

  async function ask(): Promise<void> {
    const shows = [`${SHELL}@${shell}`, ...released().map(releaseName)].join();
    const query = new URLSearchParams({ page, shows, revision });
    const told = isOfEveryone() ? [...follower.untold] : [];
    if (told.length > 0) {
      query.set('exposed', told.join());
      query.set('paint', String(Math.round(follower.firstPaint() ?? Number.NaN)));
    }
    try {
      const answer = await follower.fetch(`${REGISTRY_NEWS}?${query}`, {
        credentials: 'same-origin',
        cache: 'no-store',
      });
      if (answer.status < 300) follower.untold.splice(0, told.length);
      if (answer.status === 200) {
        const news: RegistryNews = await answer.json();
        revision = String(news.revision);
        apply(news);
        // The team that waits for its recall learns at once that this page has left the release.
        if (news.recalled.length > 0 && !news.reload) await ask();
      }
    } catch {
      // No network, or no server: what is shown stays until the next time.
    }
    changeQuietly();
  }
  return ask;
}
