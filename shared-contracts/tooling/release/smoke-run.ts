import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liveRelease, type Registry, releaseFolder } from '@stepwise/shared-contracts/federation/registry';
import type { BuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import type { FailedCheck } from '@stepwise/shared-contracts/release/release-api';
import { nameNewest } from '../build/build-folder.ts';
import type { ReleaseTarget } from './release-target.ts';

interface Stage {
  /** The folder of a build with the candidate and the other live releases, for a server to publish. */
  folder: string;
  remove(): Promise<void>;
}

/** Puts a candidate, which lies in the folder `built`, beside the live releases of a running product. */
export async function makeStage(
  target: ReleaseTarget,
  live: Registry,
  { name, release }: BuiltRelease,
  built: string,
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-candidate-'));
  const versions = { [name]: release.metadata.version };
  for (const other of Object.keys(live.microFrontends)) {
    const beside = liveRelease(live, other);
    if (!beside || other === name) continue;
    await target.copy(other, beside, folder);
    versions[other] = beside.metadata.version;
  }
  const place = releaseFolder(release);
  await cp(join(built, place), join(folder, place), { recursive: true });
  await nameNewest(folder, versions);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

const SCRIPT = 'e2e/smoke/smoke.ts';

/** Opens everything of a candidate in a real browser within the live shell. Gives what went wrong. */
export async function runSmoke(root: string, folder: string, name: string): Promise<FailedCheck[]> {
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
  const failed = found.split('\n').filter(Boolean);
  if (code === 0 && failed.length === 0) return [];
  if (failed.length === 0)
    return [
      {
        cause: `It could not be tried in a browser: ${crash.trim() || `the smoke run ended with ${code}`}`,
        remedy: 'See docs/releases.md, “What a release needs of the machine”.',
      },
    ];
  return failed.map((fault) => ({
    cause: `In a real browser: ${fault}`,
    remedy: 'Mend it, try it with npm start, and release again.',
  }));
}
