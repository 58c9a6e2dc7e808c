import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  liveRelease,
  type Registry,
  type Release,
  releaseFolder,
} from '@stepwise/shared-contracts/federation/registry';
import { BuildError } from '../build/build-error.ts';
import { nameNewest } from '../build/build-folder.ts';
import type { ReleaseTarget } from './release-target.ts';

interface Stage {
  /** The folder of a build with the candidate and the other live releases, for a server to publish. */
  folder: string;
  remove(): Promise<void>;
}

export interface Candidate {
  name: string;
  release: Release;
  /** The folder of the build that made it; undefined where the product has it. */
  built?: string;
}

/** Puts a candidate beside the live releases of a running product; without one, those releases only. */
export async function makeStage(
  target: ReleaseTarget,
  live: Registry,
  candidate?: Candidate,
): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-candidate-'));
  const versions: Record<string, string> = {};
  for (const other of Object.keys(live.microFrontends)) {
    const beside = liveRelease(live, other);
    if (!beside || other === candidate?.name) continue;
    await target.copy(other, beside, folder);
    versions[other] = beside.metadata.version;
  }
  if (candidate) {
    const { name, release, built } = candidate;
    const place = releaseFolder(release);
    if (built) await cp(join(built, place), join(folder, place), { recursive: true });
    else await target.copy(name, release, folder);
    versions[name] = release.metadata.version;
  }
  await nameNewest(folder, versions);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}

const SCRIPT = 'e2e/smoke/smoke.ts';

/** What the run gets of the environment: neither tokens, keys nor the address of a product or a database. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'LANG', 'TMPDIR', 'LD_LIBRARY_PATH', 'CHROMIUM_PATH'];

/**
 * Opens everything of a candidate in a real browser within the live shell, on demonstration data, where nothing but the
 * server it starts is reached. Gives what went wrong. Throws BuildError where it cannot run.
 */
export async function runSmoke(root: string, folder: string, name: string): Promise<string[]> {
  if (!existsSync(join(root, SCRIPT)))
    throw new BuildError(`${SCRIPT} is missing. Release from a whole checkout.`);
  const smoke = spawn(process.execPath, [join(root, SCRIPT), folder, name], {
    cwd: root,
    env: {
      ...Object.fromEntries(PASSED_ON.map((each) => [each, process.env[each]])),
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    },
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
  if (code === 0 || failed.length > 0) return failed;
  throw new BuildError(
    `It could not be tried in a browser: ${crash.trim() || `the smoke run ended with ${code}`}\nSee docs/releases.md, “Checks before a release”.`,
  );
}
