import * as z from 'zod/mini';
import { featureManifestSchema } from './feature-manifest.ts';

export const REGISTRY_SCHEMA =
  'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

export { SHELL } from './names.ts';

const assetSchema = z.object({
  /** File name within the release's folder. */
  path: z.string(),
  integrity: z.string().check(z.startsWith('sha384-')),
  bytes: z.number(),
});
export type ReleaseAsset = z.infer<typeof assetSchema>;

const jsonSchemaSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof jsonSchemaSchema>;

const callShapeSchema = z.object({
  method: z.string(),
  path: z.string(),
  body: z.nullable(jsonSchemaSchema),
  /** By status of success; null where the answer has no body. */
  responses: z.record(z.string(), z.nullable(jsonSchemaSchema)),
});
/** What a browser's release and the API have to agree on about a call, as JSON schemas. */
export type CallShape = z.infer<typeof callShapeSchema>;

const extrasSchema = z.object({
  assets: z.array(assetSchema),
  /** What a page needs of this release before it can show, in the order it is needed: scripts and styles. */
  load: z.array(z.string()),
  /** The semver range of shared-contracts that this release was built for. */
  contract: z.string(),
  /**
   * It loads its own chunks by their hashes, and a shell brings the policy that Trusted Types ask for. Releases from
   * before that lack this, and a document with one of them asks the browser for less.
   */
  pinned: z.optional(z.boolean()),
  /** What the shell brings for features: the version of each shared module by its name. */
  provides: z.optional(z.record(z.string(), z.string())),
  /** What a feature takes from the shell: the range of each shared module by its name. */
  requires: z.optional(z.record(z.string(), z.string())),
  /** What the release expects of the API. */
  calls: z.optional(z.array(callShapeSchema)),
  /** The window's property its container arrives in; a property per release, so that two releases can meet in one page. */
  container: z.optional(z.string()),
  /** Absent for the shell only. */
  manifest: z.optional(featureManifestSchema),
});

export const releaseSchema = z.object({
  /** The script that starts this release. */
  url: z.string().check(z.startsWith('/')),
  fallbackUrl: z.optional(z.string()),
  metadata: z.object({ integrity: z.string(), version: z.string() }),
  extras: extrasSchema,
  deployment: z.optional(
    z.object({
      traffic: z.number(),
      default: z.boolean(),
      /** It may render participants' pages on the server while it is live. */
      attested: z.optional(z.boolean()),
    }),
  ),
});
/** One release of a package, as the AWS frontend-discovery schema has it; `extras` holds what that schema leaves open. */
export type Release = z.infer<typeof releaseSchema>;

export const registrySchema = z.object({
  schema: z.literal(REGISTRY_SCHEMA),
  /** Grows by one with each change, so that a change based on an outdated revision is detected. */
  revision: z.number(),
  microFrontends: z.record(z.string(), z.array(releaseSchema).check(z.minLength(1))),
  /** Versions by package that no page may show any more, not even one that is open. */
  recalled: z.optional(z.record(z.string(), z.array(z.string()))),
});
/** Which release of every package is live. */
export type Registry = z.infer<typeof registrySchema>;

/**
 * The release of a package that everybody gets who is in no canary. The others of its array are at most one canary (some
 * of the traffic) and the last good one (none of it), which was live before.
 */
export function liveRelease(registry: Registry, name: string): Release | undefined {
  const releases = registry.microFrontends[name];
  return releases?.find((release) => release.deployment?.default) ?? releases?.[0];
}

/** The release that some people try before everybody gets it. */
export const canaryRelease = (registry: Registry, name: string): Release | undefined =>
  registry.microFrontends[name]?.find(
    ({ deployment }) => deployment && !deployment.default && deployment.traffic > 0,
  );

/** What takes the place of the live release where that one fails. */
export const lastGoodRelease = (registry: Registry, name: string): Release | undefined =>
  registry.microFrontends[name]?.find(({ deployment }) => deployment && deployment.traffic === 0);

/** Whether no page may show a release any more. */
export const isRecalled = ({ recalled }: Registry, name: string, version: string): boolean =>
  recalled?.[name]?.includes(version) ?? false;

/** The folder a release is served from, with its slash at the end. */
export const releaseFolder = ({ url }: Pick<Release, 'url'>): string =>
  url.slice(0, url.lastIndexOf('/') + 1);
