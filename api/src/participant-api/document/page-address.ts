import type { Registry } from '@stepwise/shared-contracts/federation/registry';
import { SHELL_PAGES } from '../../release-api/route-conflicts.ts';

type Parameter = [name: string, value: RegExp];

const SURVEY: Parameter[] = [
  ['page', /^([1-9]|1\d|result)$/],
  ['edit', /^yes$/],
];

/** What a page reads of its query before anything was answered, in the order an address names it. */
const PARAMETERS: Record<string, Parameter[]> = {
  '/': SURVEY,
  '/survey': SURVEY,
  '/sign-up': [['step', /^reminder$/]],
};

/**
 * The address of a visitor's page, so that each page has one: of the query, what a page reads. Undefined where no page of
 * the shell or of a feature is at the path itself.
 */
export function pageAddress(registry: Registry, path: string, search: string): string | undefined {
  if (path !== '/' && !SHELL_PAGES.includes(path) && !isFeaturesPage(registry, path)) return undefined;
  if (!search) return path;
  const given = new URLSearchParams(search);
  const known = (PARAMETERS[path] ?? []).flatMap(([name, value]) => {
    const chosen = given.get(name);
    return chosen && value.test(chosen) ? [`${name}=${chosen}`] : [];
  });
  return known.length > 0 ? `${path}?${known.join('&')}` : path;
}

const isFeaturesPage = ({ microFrontends }: Registry, path: string): boolean =>
  Object.values(microFrontends).some((releases) =>
    releases.some(({ extras }) => extras.manifest?.routes.some((route) => route.path === path)),
  );
