import type { LiveFeature } from './boot-data.ts';

/** The header of every answer of the API: the registry's revision, which grows with each change of who gets what. */
export const REVISION_HEADER = 'registry-revision';

/**
 * Where an open page asks, without a cookie, what has changed since a revision: GET with `page`, 32 random hexadecimal
 * digits of this page only, `shows`, the releases in use as `mf-plan@0.1.3-0123456789ab` with commas between, and
 * `revision`, the last one it has obeyed. 204 where nothing is newer.
 */
export const REGISTRY_NEWS = '/api/registry-news/';

/** What an open page does about a newer registry. */
export interface RegistryNews {
  revision: number;
  /** The packages whose release in use was recalled. */
  recalled: string[];
  /** The page's own shell was recalled, or suits no release that could take a recalled one's place. */
  reload: boolean;
  /** The release of each feature that this page can change to, or stays with. */
  features: LiveFeature[];
}
