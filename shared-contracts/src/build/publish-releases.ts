/**
 * Copies the live releases of one releases' folder into another and makes them the live ones there; what is live of
 * other packages stays. `node publish-releases.ts FROM TO`, by one process at a time.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { liveRelease, type Release, registrySchema } from '../federation/registry.ts';
import { makeLive, RELEASE_FILE, releasePath } from './release-folders.ts';

const [from, to] = process.argv.slice(2);
if (!from || !to) throw new Error('Name the folder to publish from and the one to publish to.');

const registry = registrySchema.parse(JSON.parse(readFileSync(join(from, 'registry.json'), 'utf8')));
const live = new Map<string, Release>();
for (const name of Object.keys(registry.microFrontends)) {
  const release = liveRelease(registry, name);
  if (!release) continue;
  const { version } = release.metadata;
  copyWhole(releasePath({ name, version }), from, to);
  live.set(name, release);
  process.stdout.write(`${name} ${version} is live.\n`);
}
makeLive(to, live);

/** A release is in its place whole or not at all, since nobody looks into a draft. */
function copyWhole(path: string, from: string, to: string): void {
  if (existsSync(join(to, path, RELEASE_FILE))) return;
  const draft = join(to, `.draft-${path.replaceAll('/', '-')}`);
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(from, path), draft, { recursive: true });
  mkdirSync(dirname(join(to, path)), { recursive: true });
  renameSync(draft, join(to, path));
}
