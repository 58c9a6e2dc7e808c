import { expect } from '@playwright/test';
import { entities } from '@stepwise/api/src/modules.ts';
import { openOrm } from '@stepwise/api/src/platform/database/orm.ts';
import { oneAtATime, record } from '@stepwise/api/src/release-api/change-deployment.command.ts';
import { type Deployment, deploy, rollBack, startCanary } from '@stepwise/api/src/release-api/deployment.ts';
import { saveRelease } from '@stepwise/api/src/release-api/publish-release.command.ts';
import { findRelease, readDeployment, readHistory } from '@stepwise/api/src/release-api/read-registry.ts';
import { ReleaseFile } from '@stepwise/api/src/release-api/release.entities.ts';
import { readReleaseFiles } from '@stepwise/api/src/release-api/release-files.ts';
import type { BuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import type { HistoryEntry } from '@stepwise/shared-contracts/release/release-api';
import { databaseIn } from './database.ts';
import type { LocalStack } from './stack.ts';

const origin = () => ({ by: 'the test', at: new Date() });

/**
 * The releases of a stack, changed in its database as the role that owns it: so a test can bring what every check of the
 * release API rejects.
 */
export async function openReleases({ dataDir, url }: LocalStack) {
  const database = await databaseIn(dataDir);
  const orm = await openOrm(database.ownerUrl, entities);
  const em = () => orm.em.fork();
  const deployment = (name: string) => readDeployment(em(), name);

  /** Waits until the server gives what was changed. */
  async function change(name: string, decide: (current: Deployment) => Deployment): Promise<void> {
    await oneAtATime(em(), async (tx) =>
      record(tx, name, 'to', decide(await readDeployment(tx, name)), origin()),
    );
    const { live, canary, canaryShare } = await deployment(name);
    const release = `{package="${name}",version="${canary ?? live}"}`;
    const given = `stepwise_release_traffic_percent${release} ${canaryShare ?? 100}\n`;
    await expect.poll(async () => (await fetch(`${url}/metrics`)).text()).toContain(given);
  }

  return {
    deployment,
    change,
    history: (name: string): Promise<HistoryEntry[]> => readHistory(em(), name),
    /** Before the stack stops, which leaves its database running for others. */
    async close(): Promise<void> {
      await orm.close();
      await database.stop();
    },
    async live(name: string): Promise<BuiltRelease> {
      const { live } = await deployment(name);
      const found = live && (await findRelease(em(), name, live));
      if (!found) throw new Error(`${name} is not built. Run \`npm run build\`.`);
      const files = new Map(await readReleaseFiles(em(), name, live));
      return { name, release: found.description, files };
    },
    /** Gives a release to everybody, so that the one before becomes the last good one, or to a canary. */
    async put({ name, release, files }: BuiltRelease, share?: number): Promise<void> {
      const { version } = release.metadata;
      await saveRelease(em(), name, release, files, origin());
      await change(name, (current) =>
        share ? startCanary(current, name, version, share) : deploy(current, version),
      );
    },
    async rollBack(name: string): Promise<void> {
      const history = await readHistory(em(), name);
      await change(name, (current) => rollBack(current, name, { history, recalled: [] }));
    },
    /** Replaces the content of a live release's files before a browser requests one. */
    async tamper(name: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
      const { live: version } = await deployment(name);
      for (const [path, content] of files)
        await em().nativeUpdate(ReleaseFile, { package: name, version, path }, { content });
    },
    /** Takes the files of a package's releases away, and gives what puts them back. */
    async removeFiles(name: string): Promise<() => Promise<void>> {
      const rows = await em().find(ReleaseFile, { package: name });
      await em().nativeDelete(ReleaseFile, { package: name });
      return async () => {
        await em().insertMany(ReleaseFile, rows);
      };
    },
  };
}
export type StackReleases = Awaited<ReturnType<typeof openReleases>>;
