import type { FeatureRoute } from './feature-manifest.ts';

/** The service worker's script, which the API renders from the registry. */
export const SERVICE_WORKER = '/sw.js';

/** The file of a shell's release that the API puts behind what it knows. */
export const SERVICE_WORKER_FILE = 'service-worker.js';

/** An answered navigation names in it the versions that the registry lists, for a service worker to compare with its own. */
export const RELEASES_HEADER = 'stepwise-releases';

/** What a service worker's script begins with, as `offlineApp`: one set of releases, and nothing of any person. */
export interface OfflineApp {
  /** What answers a navigation while the server cannot be reached. */
  document: { body: string; headers: Record<string, string> };
  /** Every file the document needs, so that it works without a network. */
  files: { url: string; integrity?: string }[];
  /** The versions that those files are of. */
  versions: string[];
  /** The pages of its features. */
  routes: Pick<FeatureRoute, 'path' | 'exact'>[];
}
