import type { FeatureRoute } from '@stepwise/shared-contracts/federation/feature-manifest';
import type { Release } from '@stepwise/shared-contracts/federation/registry';
import type { FailedCheck } from '@stepwise/shared-contracts/release/release-api';
import { containerName } from '@stepwise/shared-contracts/release/release-path';

const LABEL_LIMIT = 30;

/** What stands in the navigation whatever the features are. */
const SHELL_LABELS = ['welcome', 'home', 'log in', 'log out'];

/** Pages of the shell beside the start page. */
export const SHELL_PAGES = ['/login', '/sign-up', '/about'];

/** Pages of the shell and the server, which no registry names. */
const RESERVED = [
  ...SHELL_PAGES,
  ...['/account', '/admin', '/api', '/documents', '/features', '/icons', '/shell'],
];

/**
 * Where a feature's release uses what is not its own: addresses, slots, words of the navigation or a name in the page
 * that another feature, the shell or the server has. `others` are the releases that people get of the other features.
 */
export function findRouteConflicts(
  name: string,
  release: Release,
  others: ReadonlyMap<string, readonly Release[]>,
): FailedCheck[] {
  return [
    ...findForeignContainer(name, release),
    ...findUnplainPaths(release),
    ...findTaken(release),
    ...findLostNavigation(release),
    ...[...others].flatMap(([other, given]) =>
      given.flatMap((feature) => findClash(release, other, feature)),
    ),
  ];
}

/** Two containers of one name would answer for one another in a page, so each has the name that the build gave it. */
function findForeignContainer(name: string, { metadata, extras: { container } }: Release): FailedCheck[] {
  const own = containerName({ name, version: metadata.version });
  if (container === own) return [];
  return [
    {
      cause: `Its container is called ${container ?? 'nothing'}; that of ${name} ${metadata.version} is ${own}.`,
      remedy: 'Release what the build has made, unchanged.',
    },
  ];
}

/** The router takes /plan/ and //plan for /plan. An address of another feature in another spelling would pass for a new one. */
const findUnplainPaths = ({ extras: { manifest } }: Release): FailedCheck[] =>
  (manifest?.routes ?? [])
    .filter(({ path }) => path !== '/' && !/^(\/[^/]+)+$/.test(path))
    .map(({ path }) => ({
      cause: `It uses the path ${path}, which is written with a slash too many.`,
      remedy: 'Write it in src/manifest.ts as /one or /one/two.',
    }));

const findTaken = ({ extras: { manifest } }: Release): FailedCheck[] =>
  (manifest?.routes ?? [])
    .filter((route) => route.path === '/' || RESERVED.some((path) => doOverlap(route, { path })))
    .map(({ path }) => belongsTo(`the path ${path}`, 'the shell or the server'));

/** A navigation entry links to the feature itself, in few words that no other entry has. */
function findLostNavigation({ extras: { manifest } }: Release): FailedCheck[] {
  if (!manifest?.navigation) return [];
  const { label, path } = manifest.navigation;
  return [
    ...(manifest.routes.some((route) => route.path === path)
      ? []
      : [
          {
            cause: `Its entry in the navigation links to ${path}, which is no page of its own.`,
            remedy: 'Link it to one of the routes in src/manifest.ts.',
          },
        ]),
    ...(label.length <= LABEL_LIMIT
      ? []
      : [
          {
            cause: `Its entry in the navigation takes ${label.length} letters; there is room for ${LABEL_LIMIT}.`,
            remedy: 'Say it in fewer words in src/manifest.ts.',
          },
        ]),
    ...(SHELL_LABELS.includes(plain(label)) ? [belongsTo(`the words “${label}”`, 'the shell')] : []),
  ];
}

/** A team's feature must not take the pages of another one, those below them, its slots or its words. */
function findClash(release: Release, other: string, feature: Release): FailedCheck[] {
  const theirs = feature.extras.manifest;
  const mine = release.extras.manifest;
  const paths = (mine?.routes ?? [])
    .filter((route) => theirs?.routes.some((taken) => doOverlap(route, taken)))
    .map(({ path }) => `the path ${path}`);
  const slots = (mine?.slots ?? [])
    .filter((slot) => theirs?.slots.includes(slot))
    .map((slot) => `the slot ${slot}`);
  const label = mine?.navigation?.label;
  const isSameLabel = label !== undefined && plain(label) === plain(theirs?.navigation?.label ?? '');
  const { container } = release.extras;
  // The names of two packages can differ only by signs that no name in a page has.
  const isSameContainer = container !== undefined && container === feature.extras.container;
  return [
    ...paths,
    ...slots,
    ...(isSameLabel ? [`the words “${label}” of the navigation`] : []),
    ...(isSameContainer ? [`the container ${container}`] : []),
  ].map((claimed) => belongsTo(claimed, other));
}

const plain = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

const belongsTo = (claimed: string, owner: string): FailedCheck => ({
  cause: `It uses ${claimed}, which belongs to ${owner}.`,
  remedy: 'Choose another one in src/manifest.ts, or agree with the other team who keeps it.',
});

type Route = Pick<FeatureRoute, 'path' | 'exact'>;

const doOverlap = (one: Route, other: Route): boolean =>
  one.path === other.path || isBelow(one, other) || isBelow(other, one);

const isBelow = ({ path }: Route, { path: above, exact }: Route): boolean =>
  !exact && path.startsWith(`${above}/`);
