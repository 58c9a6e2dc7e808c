import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  REGISTRY_SCHEMA,
  type Registry,
  registrySchema,
  releaseSchema,
} from '@stepwise/shared-contracts/federation/registry';
import { type HistoryEntry, historyEntrySchema } from '@stepwise/shared-contracts/release/publish-messages';
import * as z from 'zod/mini';
import type { Flip } from './flip.ts';
import { DamagedFileError, readJson } from './read-json.ts';

export const REGISTRY_FILE = 'registry.json';
const HISTORY_FOLDER = 'history';

const REGISTRY_REMEDY =
  'Put it back from a copy, or move it away: the next change of any package makes it anew from the history.';
const HISTORY_REMEDY =
  'Put it back from a copy, or move it away: what is live stays, and this one change is missing from the history.';

const changeSchema = z.extend(historyEntrySchema, { releases: z.array(releaseSchema) });
type Change = z.infer<typeof changeSchema>;

/** Somebody else has changed what this change was decided on. Nothing was changed. */
export class RegistryConflictError extends Error {
  override name = 'RegistryConflictError';
  readonly package: string;

  constructor(name: string) {
    super(`${name} was released by somebody else at the same time. Look at it with --list and try again.`);
    this.package = name;
  }
}

export interface ChangeOrigin {
  who: string;
  at: Date;
  reason?: string;
}

/**
 * Which releases are live, every change that has been made by now included. An empty registry where there is none.
 * Throws DamagedFileError where it cannot be read.
 */
export async function readRegistry(releases: string): Promise<Registry> {
  const registry: Registry = (await readJson(
    join(releases, REGISTRY_FILE),
    registrySchema,
    REGISTRY_REMEDY,
  )) ?? { schema: REGISTRY_SCHEMA, revision: 0, microFrontends: {} };
  for (const revision of await revisionsSince(releases, registry.revision)) {
    const change = await readChange(releases, revision);
    registry.microFrontends[change.package] = change.releases;
    registry.revision = revision;
  }
  return registry;
}

/** Every change, the newest last. Throws DamagedFileError where one cannot be read. */
export async function readHistory(releases: string): Promise<HistoryEntry[]> {
  const changes = (await revisionsSince(releases, 0)).map((revision) => readChange(releases, revision));
  return (await Promise.all(changes)).map(({ releases: _releases, ...entry }) => entry);
}

/**
 * Moves one package's pointer by compare-and-swap: nothing moves, and RegistryConflictError is thrown, when the package
 * or one that the decision `reliesOn` has changed since `expectedRevision`. Changes of other packages are kept. Throws
 * DamagedFileError as `readRegistry` does.
 *
 * A change is a file of the history, named by the revision it makes and linked there whole, which succeeds for one
 * writer alone; registry.json follows from it. So nobody holds a lock that a killed process could leave behind, and
 * what a killed process did not finish is finished by the next reader or writer.
 */
export async function changeRegistry(
  releases: string,
  expectedRevision: number,
  flip: Flip,
  { who, at, reason }: ChangeOrigin,
  reliesOn: readonly string[] = [],
): Promise<Registry> {
  const folder = join(releases, HISTORY_FOLDER);
  await mkdir(folder, { recursive: true });
  for (;;) {
    const { revision: current } = await readRegistry(releases);
    await refuseConflict(releases, { expectedRevision, current, names: [flip.name, ...reliesOn] });
    // Checked before it is there for good: nobody could read a history with a change of another form.
    const change = changeSchema.parse({
      revision: current + 1,
      at: at.toISOString(),
      who,
      package: flip.name,
      action: flip.action,
      from: flip.from,
      to: flip.to,
      traffic: flip.traffic,
      ...(reason && { reason }),
      releases: flip.releases,
    } satisfies Change);
    if (await create(join(folder, changeFile(change.revision)), change)) return settle(releases);
  }
}

async function refuseConflict(
  releases: string,
  { expectedRevision, current, names }: { expectedRevision: number; current: number; names: string[] },
): Promise<void> {
  const since = await revisionsSince(releases, expectedRevision);
  const revisions = since.filter((revision) => revision <= current);
  // A history with gaps cannot tell whose changes these were.
  if (revisions.length !== current - expectedRevision) throw new RegistryConflictError(names[0] ?? '');
  for (const revision of revisions) {
    const change = await readChange(releases, revision);
    if (names.includes(change.package)) throw new RegistryConflictError(change.package);
  }
}

/** Brings registry.json up to the newest change, whoever made it. */
async function settle(releases: string): Promise<Registry> {
  for (;;) {
    const registry = await readRegistry(releases);
    const draft = join(releases, `.draft-${randomUUID()}`);
    await writeFile(draft, JSON.stringify(registry, null, 2));
    await rename(draft, join(releases, REGISTRY_FILE));
    // Another writer may have put a newer one there before this one came.
    if ((await revisionsSince(releases, registry.revision)).length === 0) return registry;
  }
}

/** Creates a file with its whole content, unless there is one. */
async function create(file: string, content: unknown): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(content));
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft);
  }
}

const changeFile = (revision: number): string => `${String(revision).padStart(8, '0')}.json`;

async function readChange(releases: string, revision: number): Promise<Change> {
  const file = join(releases, HISTORY_FOLDER, changeFile(revision));
  const change = await readJson(file, changeSchema, HISTORY_REMEDY);
  if (change?.revision === revision) return change;
  throw new DamagedFileError(file, new Error('it holds another change'), HISTORY_REMEDY);
}

async function revisionsSince(releases: string, revision: number): Promise<number[]> {
  const folder = join(releases, HISTORY_FOLDER);
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new DamagedFileError(folder, error, 'It has to be a folder that may be read.');
  });
  return files
    .filter((file) => /^\d+\.json$/.test(file))
    .map((file) => Number.parseInt(file, 10))
    .filter((found) => found > revision)
    .sort((a, b) => a - b);
}
