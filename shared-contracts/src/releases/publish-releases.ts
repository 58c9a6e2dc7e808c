/**
 * Copies the live releases of one releases' folder into another and makes them the live ones there, as `makeLive`
 * does; what is live of other packages stays. `node publish-releases.ts FROM TO`
 */
import { liveRelease, type Release } from '../federation/registry.ts';
import { makeLive } from './make-live.ts';
import { readRegistry } from './registry-store.ts';
import { copyRelease } from './release-folders.ts';

const [from, to] = process.argv.slice(2);
if (!from || !to) throw new Error('Name the folder to publish from and the one to publish to.');

const source = await readRegistry(from);
const built = new Map<string, Release>();
for (const name of Object.keys(source.microFrontends)) {
  const release = liveRelease(source, name);
  if (!release) continue;
  await copyRelease(from, to, { name, version: release.metadata.version });
  built.set(name, release);
}
const registry = await makeLive(to, built);
for (const name of built.keys())
  process.stdout.write(`${name} ${liveRelease(registry, name)?.metadata.version} is live.\n`);
