import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  liveRelease,
  REGISTRY_SCHEMA,
  type Registry,
  type Release,
} from '@stepwise/shared-contracts/federation/registry';
import type { GateFault } from '@stepwise/shared-contracts/release/gate';
import { REGISTRY_FILE } from './registry-store.ts';
import { copyRelease } from './release-folders.ts';
import type { ReleasePlace } from './release-place.ts';

interface Stage {
  /** A releases' folder in which the candidate is live beside what else is live, without anything to fall back to. */
  folder: string;
  remove(): Promise<void>;
}

/** Puts a candidate, which lies in `built`, beside the live releases of a place. */
export async function makeStage(
  place: ReleasePlace,
  live: Registry,
  { name, release, built }: { name: string; release: Release; built: string },
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-candidate-'));
  const microFrontends: Registry['microFrontends'] = { [name]: [release] };
  for (const other of Object.keys(live.microFrontends)) {
    const beside = liveRelease(live, other);
    if (!beside || other === name) continue;
    await place.copy(other, beside, folder);
    microFrontends[other] = [beside];
  }
  await copyRelease(built, folder, { name, version: release.metadata.version });
  const registry: Registry = { schema: REGISTRY_SCHEMA, revision: 1, microFrontends };
  await writeFile(join(folder, REGISTRY_FILE), JSON.stringify(registry));
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

const SCRIPT = 'e2e/smoke/smoke.ts';

/** Opens everything of a candidate in a real browser within the live shell. Gives what went wrong. */
export async function runSmoke(root: string, folder: string, name: string): Promise<GateFault[]> {
  if (!existsSync(join(root, SCRIPT)))
    return [{ cause: `${SCRIPT} is missing.`, remedy: 'Release from a whole checkout.' }];
  const smoke = spawn(process.execPath, [join(root, SCRIPT), folder, name], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let found = '';
  let crash = '';
  smoke.stdout.on('data', (text) => {
    found += text;
  });
  smoke.stderr.on('data', (text) => {
    crash += text;
  });
  const [code] = await once(smoke, 'close');
  const faults = found.split('\n').filter(Boolean);
  if (code === 0 && faults.length === 0) return [];
  if (faults.length === 0)
    return [
      {
        cause: `It could not be tried in a browser: ${crash.trim() || `the smoke run ended with ${code}`}`,
        remedy: 'See docs/releases.md, “What a release needs of the machine”.',
      },
    ];
  return faults.map((fault) => ({
    cause: `In a real browser: ${fault}`,
    remedy: 'Mend it, try it with npm start, and release again.',
  }));
}
