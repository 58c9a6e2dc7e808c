import type { FeatureManifest, FeatureRoute } from './feature-manifest.ts';

const covers = (route: FeatureRoute, path: string): boolean =>
  path === route.path || (!route.exact && path.startsWith(`${route.path}/`));

/**
 * The feature whose code the page at `path` needs first, if any. The home page is the shell's own, with a slot in it:
 * the welcome for a visitor, the timeline for a participant. The document preloads it and the shell waits for it, so
 * both ask here.
 */
export function featureOfPath<T extends { manifest: FeatureManifest }>(
  features: readonly T[],
  path: string,
  loggedIn: boolean,
): T | undefined {
  if (path === '/') {
    const slot = loggedIn ? 'home-timeline' : 'welcome';
    return features.find(({ manifest }) => manifest.slots.includes(slot));
  }
  return features.find(({ manifest }) =>
    manifest.routes.some((route) => (loggedIn || route.access === 'anyone') && covers(route, path)),
  );
}
