import {
  BUDGETS,
  entryOf,
  scriptsOf,
  WELCOME_FEATURE,
  weigh,
} from '@stepwise/api/src/release-api/budgets.ts';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { readBuilt } from '@stepwise/shared-contracts/release/built-releases';
import type { Figure } from './measure.ts';

/** JavaScript in kB (1000 bytes) of brotli: the welcome page with the shell, then each feature. */
export async function weighReleases(folder: string): Promise<Figure[]> {
  const built = new Map((await readBuilt(folder)).map((one) => [one.name, one]));
  const find = (name: string) => {
    const found = built.get(name);
    if (!found) throw new Error(`${name} is not built. Run \`npm run build\`.`);
    return found;
  };
  const weightOf = (name: string) => weigh(find(name).files, scriptsOf(find(name).release));
  const entryWeightOf = (name: string) => weigh(find(name).files, [entryOf(find(name).release)]);

  const welcome = (await weightOf(SHELL)) + (await weightOf(WELCOME_FEATURE));
  const features = [...built.keys()].filter((name) => name !== SHELL);
  return [
    { what: 'JavaScript of the welcome page', measured: kB(welcome), allowed: kB(BUDGETS.welcome) },
    ...(await Promise.all(
      features.map(async (name) => ({
        what: `JavaScript of ${name}, its entry`,
        measured: `${kB(await weightOf(name))}, ${kB(await entryWeightOf(name))}`,
        allowed: `${kB(BUDGETS.feature)}, ${kB(BUDGETS.entry)}`,
      })),
    )),
  ];
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
