import { liveRelease, type Release, SHELL } from '@stepwise/shared-contracts/federation/registry';
import {
  BUDGETS,
  entryOf,
  scriptsOf,
  WELCOME_FEATURE,
  weigh,
} from '@stepwise/shared-contracts/release/budgets';
import { readRegistry } from '@stepwise/tooling/release/registry-store';
import type { Figure } from './measure.ts';

/** JavaScript in kB (1000 bytes) of brotli: the welcome page with the shell, then each feature. */
export async function weighReleases(releases: string): Promise<Figure[]> {
  const registry = await readRegistry(releases);
  const weightOf = (release: Release, files = scriptsOf(release)) => weigh(releases, release, files);
  const live = (name: string): Release => {
    const release = liveRelease(registry, name);
    if (!release) throw new Error(`${name} is not built. Run \`npm run build\`.`);
    return release;
  };

  const welcome = (await weightOf(live(SHELL))) + (await weightOf(live(WELCOME_FEATURE)));
  const features = Object.keys(registry.microFrontends).filter((name) => name !== SHELL);
  return [
    { what: 'JavaScript of the welcome page', measured: kB(welcome), allowed: kB(BUDGETS.welcome) },
    ...(await Promise.all(
      features.map(async (name) => {
        const release = live(name);
        return {
          what: `JavaScript of ${name}, its entry`,
          measured: `${kB(await weightOf(release))}, ${kB(await weightOf(release, [entryOf(release)]))}`,
          allowed: `${kB(BUDGETS.feature)}, ${kB(BUDGETS.entry)}`,
        };
      }),
    )),
  ];
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
