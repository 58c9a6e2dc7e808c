import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  canaryRelease,
  lastGoodRelease,
  liveRelease,
  REGISTRY_SCHEMA,
  type Registry,
  type Release,
  registrySchema,
  releaseSchema,
} from '@stepwise/shared-contracts/federation/registry';
import { readFolder } from '@stepwise/shared-contracts/release/built-releases';
import { historyEntrySchema } from '@stepwise/shared-contracts/release/release-api';
import { releasePath } from '@stepwise/shared-contracts/release/release-path';
import * as z from 'zod/mini';
import { StartError } from '../platform/config/start-error.ts';
import type { EntityManager } from '../platform/database/orm.ts';
import { oneAtATime, record } from './change-deployment.command.ts';
import { type Deployment, NO_DEPLOYMENT } from './deployment.ts';
import { saveRelease } from './publish-release.command.ts';
import { readDeployment } from './read-registry.ts';
import { ReleaseChange } from './release.entities.ts';

const changeSchema = z.extend(historyEntrySchema, { releases: z.array(releaseSchema) });

/**
 * Brings the releases and their history from the folder in which versions before decision 32 kept them
 * (`registry.json`, `history/`, `features/`, `shell/`) into a database that has none. Returns the number of changes;
 * 0 where there is no such folder or the database has its own. Throws StartError where a file cannot be read, and has then changed
 * nothing.
 */
export async function importReleasesFolder(em: EntityManager, folder: string, at: Date): Promise<number> {
  const registry = await readJson(join(folder, 'registry.json'), registrySchema);
  if (!registry) return 0;
  const changes = await readChanges(join(folder, 'history'));
  return oneAtATime(em, async (tx) => {
    if ((await tx.count(ReleaseChange)) > 0) return 0;
    const live = Object.entries(registry.microFrontends);
    const listed = [...changes.map((change) => [change.package, change.releases] as const), ...live];
    const releases = new Map(
      listed.flatMap(([name, all]) =>
        all.map((release) => [releasePath({ name, version: release.metadata.version }), { name, release }]),
      ),
    );
    for (const [path, { name, release }] of releases) {
      const files = await readFolder(join(folder, path)).catch(() => new Map<string, Buffer>());
      await saveRelease(tx, name, release, files, { by: 'import', at });
    }
    for (const { package: name, action, releases, who, reason, ...change } of changes)
      await record(tx, name, action, deploymentOf(name, releases), {
        by: who,
        at: new Date(change.at),
        ...(reason !== undefined && { reason }),
      });
    // What was edited by hand is in no history.
    const names = new Set([...changes.map((change) => change.package), ...live.map(([name]) => name)]);
    for (const name of names) {
      const deployment = deploymentOf(name, registry.microFrontends[name] ?? []);
      if (JSON.stringify(deployment) !== JSON.stringify(await readDeployment(tx, name)))
        await record(tx, name, deployment.live ? 'to' : 'retire', deployment, {
          ...{ by: 'import', at, reason: 'As registry.json had it.' },
        });
    }
    return tx.count(ReleaseChange);
  });
}

async function readChanges(folder: string): Promise<z.infer<typeof changeSchema>[]> {
  const files = (await readdir(folder).catch(() => [])).filter((file) => /^\d+\.json$/.test(file)).sort();
  const changes = await Promise.all(files.map((file) => readJson(join(folder, file), changeSchema)));
  return changes.filter((change) => change !== undefined);
}

/** Undefined where there is no such file. */
async function readJson<S extends z.ZodMiniType>(file: string, schema: S): Promise<z.output<S> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartError(
      `${file} cannot be imported (${(error as Error).message}); put it back from a copy, or move its folder away to begin without former releases.`,
    );
  }
}

function deploymentOf(name: string, releases: Release[]): Deployment {
  if (releases.length === 0) return NO_DEPLOYMENT;
  const registry: Registry = { schema: REGISTRY_SCHEMA, revision: 0, microFrontends: { [name]: releases } };
  const canary = canaryRelease(registry, name);
  return {
    live: liveRelease(registry, name)?.metadata.version ?? null,
    canary: canary?.metadata.version ?? null,
    canaryShare: canary?.deployment?.traffic ?? null,
    canaryAttested: null,
    lastGood: lastGoodRelease(registry, name)?.metadata.version ?? null,
  };
}
