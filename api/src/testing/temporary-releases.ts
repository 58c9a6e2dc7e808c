import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { flipTo } from '@stepwise/tooling/release/flip';
import { changeRegistry, readRegistry } from '@stepwise/tooling/release/registry-store';

/** The one release that is live in `temporaryReleases`. */
export const LIVE_RELEASE = { feature: 'mf-plan', version: '0.1.0-00000000' };

/** A folder of releases with one live release, which is removed when the file's tests are over. */
export async function temporaryReleases(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'releases-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { feature, version } = LIVE_RELEASE;
  const registry = await readRegistry(folder);
  const release = {
    url: `/features/${feature}/${version}/remoteEntry.js`,
    metadata: { integrity: 'sha384-x', version },
    extras: { assets: [], load: [], contract: '^0.1.0' },
  };
  const origin = { who: 'team', at: new Date('2026-03-10T00:00:00Z') };
  await changeRegistry(folder, registry.revision, flipTo(registry, feature, release), origin);
  return folder;
}
