import type { LiveFeature } from './boot-data.ts';

/** The version that a page knows what comes from a team's machine by, or is previewed. No release has it, so that no news of the registry is of it. */
export const DEVELOPMENT = 'dev';

export const isDevelopment = ({ version }: Pick<LiveFeature, 'version'>): boolean => version === DEVELOPMENT;

/** The window's property that such a feature's container arrives in. */
export const developmentContainer = (name: string): string => `${name}_${DEVELOPMENT}`.replace(/\W/g, '_');

/** The path of the container on a development server. */
export const DEVELOPMENT_ENTRY = '/remoteEntry.js';

/**
 * The feature as the development server at `origin` serves it, in the place of its release. Routes and navigation stay
 * the release's. Nothing is pinned, since it changes with each edit, and nothing takes its place when it fails.
 */
export const developmentRelease = ({ manifest }: LiveFeature, origin: string): LiveFeature => ({
  manifest,
  version: DEVELOPMENT,
  url: origin + DEVELOPMENT_ENTRY,
  integrity: '',
  container: developmentContainer(manifest.name),
});
