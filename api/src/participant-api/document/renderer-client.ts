import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import {
  liveRelease,
  type Registry,
  type Release,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import * as z from 'zod';
import type { FindReleaseFolder } from '../../release-api/release-cache.ts';

/** The addresses of all that render. */
export type RendererUrls = () => Promise<readonly string[]>;

interface PageToRender {
  registry: Registry;
  shell: Release;
  /** The feature whose page it is, or one in it. */
  feature: Release | undefined;
  /** An opaque name of whose page it is; undefined for a page that everybody with these releases gets. */
  person: string | undefined;
  /** What `renderPage` of the shell takes, as JSON. */
  input: string;
  /** IANA. */
  timeZone: string | undefined;
}

export interface RendererClient {
  /** The markup, or null where the page has none. Rejects with NotNow, PageThrew, or why the renderer does not answer. */
  render(page: PageToRender, signal: AbortSignal): Promise<string | null>;
  /** Says what is live: processes that ran anything else end, others are prepared. Never rejects. */
  announce(registry: Registry): Promise<void>;
  /** Ends the process of a person who has logged out. Never rejects. */
  end(person: string): Promise<void>;
}

/** Nothing is wrong with the page: no process is free for it. */
export class NotNow extends Error {}
/** The page's own code, whose words may be a participant's. */
export class PageThrew extends Error {}

const ANSWER_TIMEOUT_MS = 5_000;

const answerSchema = z.object({ markup: z.string().nullable() });
const missingSchema = z.object({ missing: z.array(z.string()) });

/** Asks the renderer (shell/src/server/renderer.ts), and brings it the server builds that it lacks. */
export function rendererClient(urls: RendererUrls, findRelease: FindReleaseFolder): RendererClient {
  async function send(
    url: string,
    [method, path]: [method: string, path: string],
    releases: readonly Release[],
    { signal, ...more }: { signal: AbortSignal; [field: string]: unknown },
  ): Promise<unknown> {
    const hashes = releases.map((release) => [nameOf(release), serverBuildOf(release) ?? '']);
    const { [SHELL]: shell, ...features } = Object.fromEntries(hashes);
    const body = JSON.stringify({ shell, features, ...more });
    const ask = () => fetch(url + path, { method, body, signal });
    let response = await ask();
    if (response.status === 409) {
      const { missing } = missingSchema.parse(await response.json());
      for (const release of releases) {
        const hash = serverBuildOf(release) ?? '';
        if (!missing.includes(hash)) continue;
        const folder = await findRelease(nameOf(release), release.metadata.version);
        const script = await readFile(join(folder ?? '', SERVER_FILE));
        await fetch(`${url}/scripts/?${encodeURIComponent(hash)}`, { method: 'PUT', body: script, signal });
      }
      response = await ask();
    }
    if (response.status === 503) throw new NotNow();
    if (response.status === 500) throw new PageThrew();
    if (!response.ok) throw new Error(`The renderer answers ${response.status}.`);
    return response.json();
  }

  const tellAll = async (tell: (url: string, signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const all = await within(signal, urls()).catch(() => []);
    await Promise.allSettled(all.map((url) => tell(url, signal)));
  };

  return {
    async render({ registry, shell, feature, person, input, timeZone }, signal) {
      const releases = [shell, ...(feature ? [feature] : [])];
      const all = await within(signal, urls());
      const url = all[placeOf(person ?? shell.metadata.version, all.length)] ?? '';
      const { revision } = registry;
      const answer = await send(url, ['POST', '/pages/'], releases, {
        revision,
        person,
        input,
        timeZone,
        signal,
      });
      return answerSchema.parse(answer).markup;
    },

    announce(registry) {
      const live = Object.keys(registry.microFrontends).flatMap((name) => {
        const release = liveRelease(registry, name);
        return release && mayRenderForParticipants(release) ? [release] : [];
      });
      if (!live.some((release) => nameOf(release) === SHELL)) return Promise.resolve();
      const { revision } = registry;
      return tellAll((url, signal) => send(url, ['PUT', '/live/'], live, { revision, signal }));
    },

    end: (person) =>
      tellAll((url, signal) =>
        fetch(`${url}/people/?${encodeURIComponent(person)}`, { method: 'DELETE', signal }),
      ),
  };
}

/** The hash of a release's server build; older releases have none. */
export const serverBuildOf = ({ extras }: Release): string | undefined =>
  extras.assets.find(({ path }) => path === SERVER_FILE)?.integrity;

/** Whether a release may see what is a participant's, in a process that is theirs: live for everybody, and attested. */
export const mayRenderForParticipants = (release: Release): boolean =>
  release.deployment?.default === true &&
  release.deployment.attested === true &&
  serverBuildOf(release) !== undefined;

export const nameOf = ({ extras }: Release): string => extras.manifest?.name ?? SHELL;

/** A person's pages come from the same of several. */
const placeOf = (text: string, count: number): number =>
  createHash('sha256').update(text).digest().readUInt32BE() % Math.max(count, 1);

/** Rejects with the signal's reason once it is aborted. */
export const within = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
