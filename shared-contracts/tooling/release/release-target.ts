import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorBodySchema } from '@stepwise/shared-contracts/calls/errors';
import { type Release, releaseFolder, releaseSchema } from '@stepwise/shared-contracts/federation/registry';
import { type BuiltRelease, RELEASE_FILE } from '@stepwise/shared-contracts/release/built-releases';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import {
  checksViewSchema,
  type DeploymentOrder,
  type FailedCheck,
  type Fault,
  faultsSchema,
  openPagesSchema,
  type PreviewLink,
  type PreviewOrder,
  PUBLICATION_LIMIT_MB,
  type Publication,
  previewLinkSchema,
  type ReleaseStatus,
  type ReleasesView,
  releaseApi,
  releaseStatusSchema,
  releasesViewSchema,
} from '@stepwise/shared-contracts/release/release-api';
import type * as z from 'zod/mini';

export type OpenPages = z.infer<typeof openPagesSchema>['pages'];

/** A running product, reached with a team's token. */
export interface ReleaseTarget {
  url: string;
  /** Signs that a release was opened in a browser; undefined where there is no key. */
  attestationKey: string | undefined;
  look(name: string): Promise<ReleasesView>;
  /** A release that was published, whether anyone gets it or not. */
  find(name: string, version: string): Promise<Release>;
  /** What stands against giving a release to people. */
  check(built: BuiltRelease): Promise<FailedCheck[]>;
  /** Keeps a release, for a deployment to follow. */
  publish(built: BuiltRelease): Promise<void>;
  /** A link by which the tester with an address looks at a published release. */
  preview(name: string, order: PreviewOrder): Promise<PreviewLink>;
  deploy(name: string, order: DeploymentOrder): Promise<void>;
  /** The pages that were heard of in the last minute, and the release of the package that each shows. */
  openPages(name: string): Promise<OpenPages>;
  /** What failed lately in browsers of the package's releases. */
  faults(name: string): Promise<Fault[]>;
  /** How the canary does beside the live release. */
  status(name: string): Promise<ReleaseStatus>;
  /** Puts a copy of a release that the product serves into the folder of a build. */
  copy(name: string, release: Release, folder: string): Promise<void>;
}

/** What the product rejects, or why it cannot be asked. */
export class TargetError extends Error {
  override name = 'TargetError';
}

/** The product gave no answer, or one that says to ask later. Whether it did what was asked is not known. */
export class UnansweredError extends TargetError {
  override name = 'UnansweredError';
  /** In seconds, where the product said so. */
  readonly retryAfterS: number | undefined;

  constructor(message: string, retryAfterS?: number) {
    super(message);
    this.retryAfterS = retryAfterS;
  }
}

/** Too many requests, and what a proxy says for a server that does not answer. */
const LATER = [429, 502, 503, 504];

/** Every function rejects with TargetError, in the server's own words where it gave any, and has then changed nothing; or with UnansweredError. */
export function releaseTarget(url: string, token: string, attestationKey?: string): ReleaseTarget {
  async function ask(path: string, body?: object): Promise<Response> {
    const response = await fetch(new URL(path, url), {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(rejectUnreachable);
    if (LATER.includes(response.status))
      throw new UnansweredError(await rejectionOf(response), secondsIn(response.headers.get('retry-after')));
    if (!response.ok) throw new TargetError(await rejectionOf(response));
    return response;
  }
  function rejectUnreachable(error: Error): never {
    throw new UnansweredError(`${url} cannot be reached (${String(error.cause ?? error)}).`);
  }
  async function read<S extends z.ZodMiniType>(schema: S, response: Response): Promise<z.output<S>> {
    const parsed = schema.safeParse(parse(await response.text().catch(rejectUnreachable)));
    if (parsed.success) return parsed.data;
    throw new TargetError(
      `${response.url} answered what this checkout does not understand. Is it Stepwise, of the same age?`,
    );
  }

  return {
    url,
    attestationKey,
    look: async (name) => read(releasesViewSchema, await ask(releaseApi.package(name))),
    find: async (name, version) => read(releaseSchema, await ask(releaseApi.version(name, version))),
    check: async (built) => {
      const response = await ask(releaseApi.checks(built.name), publicationOf(built));
      return (await read(checksViewSchema, response)).failed;
    },
    async publish(built) {
      await ask(releaseApi.package(built.name), publicationOf(built));
    },
    preview: async (name, order) => read(previewLinkSchema, await ask(releaseApi.preview(name), order)),
    async deploy(name, order) {
      await ask(releaseApi.live(name), order);
    },
    faults: async (name) => (await read(faultsSchema, await ask(releaseApi.faults(name)))).faults,
    status: async (name) => read(releaseStatusSchema, await ask(releaseApi.status(name))),
    openPages: async (name) => (await read(openPagesSchema, await ask(releaseApi.openPages(name)))).pages,
    async copy(name, release, folder) {
      const place = join(folder, releaseFolder(release));
      await mkdir(place, { recursive: true });
      for (const { path, integrity } of release.extras.assets) {
        const response = await ask(releaseFolder(release) + path);
        const content = Buffer.from(await response.arrayBuffer().catch(rejectUnreachable));
        if (integrityOf(content) !== integrity)
          throw new TargetError(`${path} of ${name} at ${url} is not the file that was released.`);
        await writeFile(join(place, path), content);
      }
      await writeFile(join(place, RELEASE_FILE), JSON.stringify(release));
    },
  };
}

function publicationOf({ name, release, files, sourceMaps = new Map() }: BuiltRelease): Publication {
  const publication = { release, files: encodeAll(files), sourceMaps: encodeAll(sourceMaps) };
  rejectTooLarge(name, JSON.stringify(publication));
  return publication;
}

/** The server ends the connection in the middle of what is too large, which says nothing to anyone. */
function rejectTooLarge(name: string, publication: string): void {
  const megabytes = Buffer.byteLength(publication) / 2 ** 20;
  if (megabytes > PUBLICATION_LIMIT_MB)
    throw new TargetError(
      `${name} weighs too much to be sent: ${megabytes.toFixed(1)} MB with its compressed forms; ${PUBLICATION_LIMIT_MB} MB are allowed. Do without a library, or without what is large.`,
    );
}

const encodeAll = (files: ReadonlyMap<string, Buffer>): Record<string, string> =>
  Object.fromEntries([...files].map(([path, content]) => [path, content.toString('base64')]));

/** The other form of the header, a date, no server of Stepwise gives. */
const secondsIn = (text: string | null): number | undefined =>
  text && /^\d+$/.test(text) ? Number(text) : undefined;

/** Undefined where it is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function rejectionOf(response: Response): Promise<string> {
  const { success, data } = errorBodySchema.safeParse(parse(await response.text().catch(() => '')));
  if (!success) return `${response.url} answered ${response.status}.`;
  return [data.error.message, ...data.error.issues.map(({ message }) => `  - ${message}`)].join('\n');
}
