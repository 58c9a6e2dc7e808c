import { type Release, SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { BuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { containerName, releasePath } from '@stepwise/shared-contracts/release/release-path';
import { oneAtATime, record } from '../release-api/change-deployment.command.ts';
import { type Deployment, deploy, startCanary } from '../release-api/deployment.ts';
import { saveRelease } from '../release-api/publish-release.command.ts';
import { findRelease, readDeployment } from '../release-api/read-registry.ts';
import type { TestApi } from './create-test-api.ts';

const AT = new Date('2026-03-10T00:00:00Z');

/** A release as a build makes it, with one script. */
export function buildRelease(
  name: string,
  version: string,
  extras: Partial<Release['extras']> = {},
  script: string | Buffer = `${name} ${version}`,
): BuiltRelease {
  const path = name === SHELL ? 'main.js' : 'remoteEntry.js';
  const content = Buffer.from(script);
  const integrity = integrityOf(content);
  return {
    name,
    release: {
      url: `/${releasePath({ name, version })}/${path}`,
      metadata: { integrity, version },
      extras: {
        assets: [{ path, integrity, bytes: content.length }],
        load: [path],
        contract: '^0.1.0',
        pinned: true,
        ...(name === SHELL
          ? { provides: { react: '19.3.1' } }
          : {
              container: containerName({ name, version }),
              manifest: { name, title: 'Your plan', contract: '^0.1.0', routes: [], slots: [] },
              requires: { react: '^19.3.1' },
            }),
        calls: [],
        ...extras,
      },
    },
    files: new Map([[path, content]]),
  };
}

/** Publishes a release where it is not yet, unchecked, and gives it to everybody, or to a canary of `share` per cent. */
export async function putLive(
  api: Pick<TestApi, 'orm' | 'registry'>,
  { name, release, files }: BuiltRelease,
  share = 100,
  attested = share === 100,
): Promise<void> {
  const { version } = release.metadata;
  const em = api.orm.em.fork();
  if (!(await findRelease(em, name, version)))
    await saveRelease(em, name, release, files, { by: 'team', at: AT });
  const change = (current: Deployment) =>
    share === 100 ? deploy(current, version) : startCanary(current, name, version, share);
  await changeTo(api, name, change, attested);
}

/** Changes who gets which published release of a package, unchecked. */
export async function changeTo(
  { orm, registry }: Pick<TestApi, 'orm' | 'registry'>,
  name: string,
  change: (current: Deployment) => Deployment,
  attested = true,
): Promise<void> {
  await oneAtATime(orm.em.fork(), async (tx) => {
    const deployment = change(await readDeployment(tx, name));
    const action = deployment.canary ? 'canary' : 'to';
    await record(tx, name, action, deployment, { by: 'team', at: AT }, { liveAttested: attested });
  });
  await registry.refetch();
}

/** What `putLiveRelease` makes live. */
export const LIVE_RELEASE = { feature: 'mf-plan', version: '0.1.0-00000000' };

export const putLiveRelease = (api: Pick<TestApi, 'orm' | 'registry'>): Promise<void> =>
  putLive(api, buildRelease(LIVE_RELEASE.feature, LIVE_RELEASE.version));
