import {
  allScriptsOf,
  BUDGETS,
  entryOf,
  scriptsOf,
  stylesOf,
  WELCOME_FEATURE,
  weigh,
} from '@stepwise/api/src/release-api/budgets.ts';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { readBuilt } from '@stepwise/shared-contracts/release/built-releases';
import type { Figure } from './measure.ts';

/** In kB (1000 bytes) of brotli: the welcome page with the shell, what the shell loads later, then each feature. */
export async function weighReleases(folder: string): Promise<Figure[]> {
  const built = new Map((await readBuilt(folder)).map((one) => [one.name, one]));
  const find = (name: string) => {
    const found = built.get(name);
    if (!found) throw new Error(`${name} is not built. Run \`npm run build\`.`);
    return found;
  };
  const weightOf = (name: string, pathsOf = scriptsOf) =>
    weigh(find(name).files, pathsOf(find(name).release));
  const entryWeightOf = (name: string) => weigh(find(name).files, [entryOf(find(name).release)]);

  const welcome = async (pathsOf = scriptsOf) =>
    (await weightOf(SHELL, pathsOf)) + (await weightOf(WELCOME_FEATURE, pathsOf));
  const features = [...built.keys()].filter((name) => name !== SHELL);
  return [
    { what: 'JavaScript of the welcome page', measured: kB(await welcome()), allowed: kB(BUDGETS.welcome) },
    {
      what: 'its style sheets and font',
      measured: kB(await welcome(stylesOf)),
      allowed: kB(BUDGETS.welcomeStyles),
    },
    {
      what: 'JavaScript that the shell loads later',
      measured: kB((await weightOf(SHELL, allScriptsOf)) - (await weightOf(SHELL))),
      allowed: kB(BUDGETS.shellLater),
    },
    ...(await Promise.all(
      features.map(async (name) => ({
        what: `JavaScript of ${name}, its entry`,
        measured: `${kB(await weightOf(name, allScriptsOf))}, ${kB(await entryWeightOf(name))}`,
        allowed: `${kB(BUDGETS.feature)}, ${kB(BUDGETS.entry)}`,
      })),
    )),
  ];
}

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;
