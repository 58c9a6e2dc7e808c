import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { REGISTRY_SCHEMA, type Registry, registrySchema, releaseSchema } from '../federation/registry.ts';
import { FLIP_ACTIONS, type Flip } from './flip.ts';

export const REGISTRY_FILE = 'registry.json';
const HISTORY_FOLDER = 'history';

export const historyEntrySchema = z.object({
  /** The registry's revision that this change made. */
  revision: z.number(),
  /** ISO instant. */
  at: z.string(),
  /** A login name, a team's token, or the server itself. */
  who: z.string(),
  package: z.string(),
  action: z.enum(FLIP_ACTIONS),
  from: z.nullable(z.string()),
  to: z.string(),
  traffic: z.number(),
  reason: z.optional(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

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
 * Throws where it cannot be read.
 */
export async function readRegistry(releases: string): Promise<Registry> {
  const text = await readIfThere(join(releases, REGISTRY_FILE));
  const registry: Registry = text
    ? registrySchema.parse(JSON.parse(text))
    : { schema: REGISTRY_SCHEMA, revision: 0, microFrontends: {} };
  for (const revision of await revisionsSince(releases, registry.revision)) {
    const change = await readChange(releases, revision);
    registry.microFrontends[change.package] = change.releases;
    registry.revision = revision;
  }
  return registry;
}

/** Every change, the newest last. */
export async function readHistory(releases: string): Promise<HistoryEntry[]> {
  const changes = (await revisionsSince(releases, 0)).map((revision) => readChange(releases, revision));
  return (await Promise.all(changes)).map(({ releases: _releases, ...entry }) => entry);
}

/**
 * Moves one package's pointer by compare-and-swap: nothing moves, and RegistryConflictError is thrown, when the package
 * or one that the decision `reliesOn` has changed since `expectedRevision`. Changes of other packages are kept.
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
  const text = await readFile(join(releases, HISTORY_FOLDER, changeFile(revision)), 'utf8');
  return changeSchema.parse(JSON.parse(text));
}

async function revisionsSince(releases: string, revision: number): Promise<number[]> {
  const files = await readdir(join(releases, HISTORY_FOLDER)).catch(whenMissing<string[]>([]));
  return files
    .filter((file) => /^\d+\.json$/.test(file))
    .map((file) => Number.parseInt(file, 10))
    .filter((found) => found > revision)
    .sort((a, b) => a - b);
}

const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(whenMissing<undefined>(undefined));

const whenMissing =
  <T>(value: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error;
    return value;
  };
