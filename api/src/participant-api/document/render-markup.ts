import type { BootData, LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import type { Registry, Release } from '@stepwise/shared-contracts/federation/registry';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import {
  mayRenderForParticipants,
  NotNow,
  nameOf,
  PageThrew,
  type RendererClient,
  serverBuildOf,
  within,
} from './renderer-client.ts';

export interface Page {
  registry: Registry;
  shell: Release;
  /** The feature whose page it is, or one in it; undefined where it is the shell's only. */
  feature: Release | undefined;
  /** Every feature's release, since the header is of all. */
  features: readonly LiveFeature[];
  /** An opaque name of the participant whose page it is; undefined for a visitor's. */
  person: string | undefined;
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

/** `late`: after the page was sent. `threw`: a release did. `busy`: no process was free. `failed`: no answer. */
export type RenderOutcome = 'rendered' | 'late' | 'threw' | 'busy' | 'failed';

interface RendererDependencies {
  renderer: RendererClient | null;
  now: () => Date;
  log: Logger;
  /** Called with the release whose page threw or took too long. */
  onFault: (release: { package: string; version: string }) => void;
  /** Called once for each page that the renderer was asked for. */
  onOutcome: (outcome: RenderOutcome) => void;
}

/** After this time the page is sent without markup. */
const RENDER_TIMEOUT_MS = 1_500;
/** Longer than the renderer itself gives a page. */
const ANSWER_TIMEOUT_MS = 10_000;
/** A person's page that failed is not tried again within this time; other people's are. */
const PAUSE_MS = 60_000;
const MAX_PAUSES = 2_000;
const MAX_CACHED_PAGES = 200;
/** At once: of visitors together, and of one participant. Nobody's pages take another's place. */
const MAX_RENDERS_AT_ONCE = 2;

/** Renders pages by the server builds of their releases; older releases have none. */
export function markupRenderer({
  renderer,
  now,
  log,
  onFault,
  onOutcome,
}: RendererDependencies): RenderMarkup {
  const cached = new LRUCache<string, Promise<string | null>>({ max: MAX_CACHED_PAGES });
  const pausedUntil = new LRUCache<string, number>({ max: MAX_PAUSES });
  const atOnce = new Map<string, number>();

  /** Rejects where it was not rendered. The page is sent without it once it is `late`. */
  async function render(
    client: RendererClient,
    page: Page,
    key: string,
    late: AbortSignal,
  ): Promise<string | null> {
    const whose = page.person ?? '';
    const others = atOnce.get(whose) ?? 0;
    if (others >= MAX_RENDERS_AT_ONCE) {
      onOutcome('busy');
      throw new NotNow();
    }
    atOnce.set(whose, others + 1);
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    try {
      const input = inputOf(page, now());
      const markup = await client.render({ ...page, input, timeZone: page.madeFor?.timeZone }, signal);
      onOutcome(late.aborted ? 'late' : 'rendered');
      return markup;
    } catch (error) {
      onOutcome(outcomeOf(error));
      if (error instanceof NotNow) throw error;
      pausedUntil.set(key, now().getTime() + PAUSE_MS);
      if (signal.aborted || error instanceof PageThrew) onFault(blamed(page));
      log.warn(
        { ...versionsOf(page), isLate: signal.aborted, hasThrown: error instanceof PageThrew },
        'a page was not rendered',
      );
      throw error;
    } finally {
      const left = (atOnce.get(whose) ?? 1) - 1;
      if (left > 0) atOnce.set(whose, left);
      else atOnce.delete(whose);
    }
  }

  function keep(page: Page, key: string, start: () => Promise<string | null>): Promise<string | null> {
    if (!page.isForEverybody) return start();
    const markup = cached.get(key) ?? start();
    cached.set(key, markup);
    markup.catch(() => cached.delete(key));
    return markup;
  }

  return async (page) => {
    if (!renderer || !mayRender(page)) return null;
    const key = keyOf(page);
    if ((pausedUntil.get(key) ?? 0) > now().getTime()) return null;
    pausedUntil.delete(key);
    const late = AbortSignal.timeout(RENDER_TIMEOUT_MS);
    return within(
      late,
      keep(page, key, () => render(renderer, page, key, late)),
    ).catch(() => null);
  };
}

/** A visitor's own answers are rendered by the browser, since all visitors' pages are rendered in one place. */
function mayRender({ shell, feature, person, isForEverybody }: Page): boolean {
  const releases = [shell, ...(feature ? [feature] : [])];
  if (person === undefined) return isForEverybody && releases.every(serverBuildOf);
  return releases.every(mayRenderForParticipants);
}

function outcomeOf(error: unknown): RenderOutcome {
  if (error instanceof NotNow) return 'busy';
  return error instanceof PageThrew ? 'threw' : 'failed';
}

const blamed = ({ shell, feature }: Page) => ({
  package: feature ? nameOf(feature) : SHELL,
  version: (feature ?? shell).metadata.version,
});

const versionsOf = ({ shell, feature }: Page) => ({
  shell: shell.metadata.version,
  ...(feature && { feature: nameOf(feature), version: feature.metadata.version }),
});

/** The releases, the address and whose page it is: the content is the same for as long as this process lives. */
const keyOf = ({ shell, features, person, address }: Page): string =>
  JSON.stringify([shell.metadata.version, features.map(({ version }) => version), person, address]);

const inputOf = ({ address, boot, madeFor }: Page, now: Date): string =>
  `${JSON.stringify({ address, now: madeFor?.now ?? now.toISOString() }).slice(0, -1)},"boot":${boot}}`;
