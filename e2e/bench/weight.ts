import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Release,
  registrySchema,
  releaseFolder,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import type { Figure } from './measure.ts';

const WELCOME = 'mf-survey';

/** JavaScript in kB (1000 bytes) of brotli: the welcome page with the shell, then each feature. */
export function weighReleases(releases: string): Figure[] {
  const registry = registrySchema.parse(JSON.parse(readFileSync(join(releases, 'registry.json'), 'utf8')));
  const scripts = ({ extras }: Release) => extras.load.filter((file) => file.endsWith('.js'));
  const weightOf = (release: Release, files: readonly string[]): number =>
    files.reduce(
      (sum, file) => sum + statSync(join(releases, releaseFolder(release), `${file}.br`)).size,
      0,
    ) / 1000;
  const live = (name: string): Release => {
    const release = registry.microFrontends[name]?.[0];
    if (!release) throw new Error(`${name} is not built. Run \`npm run build\`.`);
    return release;
  };

  const shell = weightOf(live(SHELL), scripts(live(SHELL)));
  const welcome = shell + weightOf(live(WELCOME), scripts(live(WELCOME)));
  const features = Object.keys(registry.microFrontends).filter((name) => name !== SHELL);
  return [
    { what: 'JavaScript of the welcome page', measured: kB(welcome), allowed: '110 kB' },
    ...features.map((name) => ({
      what: `JavaScript of ${name}, its entry`,
      measured: `${kB(weightOf(live(name), scripts(live(name))))}, ${kB(weightOf(live(name), ['remoteEntry.js']))}`,
      allowed: '30 kB, 8 kB',
    })),
  ];
}

const kB = (weight: number): string => `${weight.toFixed(1)} kB`;
