import * as z from 'zod/mini';
import { registrySchema, releaseSchema } from '../federation/registry.ts';

/** `build` is what `npm start` does by itself, `withdrawn` what the server does; a person decided everything else. */
export const DEPLOYMENT_ACTIONS = [
  'build',
  'release',
  'to',
  'rollback',
  'canary',
  'promote',
  'withdrawn',
  'retire',
  'recall',
] as const;
export type DeploymentAction = (typeof DEPLOYMENT_ACTIONS)[number];

export const historyEntrySchema = z.object({
  /** The registry's revision that this change made. */
  revision: z.number(),
  /** ISO instant. */
  at: z.string(),
  /** A login name, a team's token, or the server itself. */
  who: z.string(),
  package: z.string(),
  action: z.enum(DEPLOYMENT_ACTIONS),
  /** The version that was live for these people before; null for a package's first release. */
  from: z.nullable(z.string()),
  /** Null where the package was retired. */
  to: z.nullable(z.string()),
  /** Per cent of the people who get `to`. */
  traffic: z.number(),
  reason: z.optional(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Per cent of the people, at most. */
export const CANARY_LIMIT = 50;

/** Which release of its package a team wants people to get. */
export const deploymentOrderSchema = z.object({
  action: z.enum(['release', 'to', 'canary', 'promote', 'rollback', 'retire', 'recall']),
  /** Of a published release, for `release`, `to` and `canary`. */
  version: z.optional(z.string()),
  /** Per cent of the people, for `canary`. */
  traffic: z.optional(z.number()),
  /** For `release`: who opened the release in a browser signs that, see attestation.ts. */
  attestation: z.optional(z.string().check(z.maxLength(200))),
  /** Why, for `recall`, and for `promote` or `to` before the canary's number is enough. */
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  /** The revision of the registry that the team has looked at. */
  revision: z.number(),
});
export type DeploymentOrder = z.infer<typeof deploymentOrderSchema>;

/** Where teams reach the releases of a running product, with a token of the package's team. */
export const releaseApi = {
  /** GET: what is live. POST: publishes a release, which is not live yet. */
  package: (name: string) => `/api/releases/${name}/`,
  /** GET: what a published release says of itself, whether anyone gets it or not. */
  version: (name: string, version: string) => `/api/releases/${name}/versions/${version}/`,
  /** POST: what stands against giving a release to people. It need not be published. */
  checks: (name: string) => `/api/releases/${name}/checks/`,
  /** POST: changes who gets which release. */
  live: (name: string) => `/api/releases/${name}/live/`,
  /** POST: a link by which one tester looks at a published release. */
  preview: (name: string) => `/api/releases/${name}/preview/`,
  /** GET: the open pages that were heard of lately, and the release of the package that each shows. */
  openPages: (name: string) => `/api/releases/${name}/open-pages/`,
  /** GET: what failed in browsers lately. */
  faults: (name: string) => `/api/releases/${name}/faults/`,
  /** GET: how the canary does beside the live release. */
  status: (name: string) => `/api/releases/${name}/status/`,
};

export const previewOrderSchema = z.object({
  version: z.string().check(z.maxLength(80)),
  /** The address of the test account that the link is for. */
  tester: z.string().check(z.email(), z.maxLength(254)),
});
export type PreviewOrder = z.infer<typeof previewOrderSchema>;
/** The link, and the ISO instant at which it ends. */
export const previewLinkSchema = z.object({ link: z.string(), until: z.string() });
export type PreviewLink = z.infer<typeof previewLinkSchema>;

const useSchema = z.object({
  /** Documents in which a page or slot of it mounted and that answered for ten seconds after. */
  exposures: z.number(),
  /** On how many UTC days. */
  days: z.number(),
  /** Documents in which it failed, hung, or made a call that no server has. */
  faults: z.number(),
  /** Of the faults. */
  hangs: z.number(),
  /** Documents in which one of its calls was rejected. */
  failedCalls: z.number(),
  /** The mean, from the navigation on; null where no document said it. */
  firstPaintMs: z.nullable(z.number()),
});
/** What was counted of a release. */
export type Use = z.infer<typeof useSchema>;

const releaseUseSchema = z.object({ version: z.string(), use: useSchema });
export const releaseStatusSchema = z.object({
  live: z.nullable(releaseUseSchema),
  canary: z.nullable(
    z.extend(releaseUseSchema, {
      /** Whether the team's key says that a browser opened it. */
      isAttested: z.boolean(),
      /** Why its number is not enough to promote it without a reason; none where it is. */
      missing: z.array(z.string()),
    }),
  ),
});
/** The canary and the live release of a package on the same days. */
export type ReleaseStatus = z.infer<typeof releaseStatusSchema>;

export const faultsSchema = z.object({
  /** Those that met the most sessions first. */
  faults: z.array(
    z.object({
      version: z.string(),
      outcome: z.string(),
      /** The error's class; null where a browser sent none. */
      error: z.nullable(z.string()),
      /** Source file, line and column, innermost first; the built file's where its release has no source map. */
      stack: z.array(z.string()),
      /** In how many sessions. */
      sessions: z.number(),
      /** ISO instant. */
      lastAt: z.string(),
    }),
  ),
});
export type Fault = z.infer<typeof faultsSchema>['faults'][number];

export const openPagesSchema = z.object({
  pages: z.array(z.object({ page: z.string(), version: z.string() })),
});

export const releasesViewSchema = z.object({
  registry: registrySchema,
  /** Of the package asked for, the newest last. */
  history: z.array(historyEntrySchema),
});
export type ReleasesView = z.infer<typeof releasesViewSchema>;

/** MB of a publication as JSON, compressed forms and source maps included. */
export const PUBLICATION_LIMIT_MB = 8;

export const publicationSchema = z.object({
  release: releaseSchema,
  /** Each asset in base64 by its path, and its compressed forms, `.br` and `.gz`, where it has any. */
  files: z.record(z.string(), z.string()),
  /** The source map of each script by the script's path: compressed by gzip, in base64. */
  sourceMaps: z.optional(z.record(z.string(), z.string())),
});
export type Publication = z.infer<typeof publicationSchema>;

/** Where the server of `npm start` says in its data folder how it is reached from this machine. */
export const LOCAL_TARGET_FILE = 'release-target.json';
export const localTargetSchema = z.object({
  url: z.string(),
  token: z.string(),
  attestationKey: z.optional(z.string()),
});

const failedCheckSchema = z.object({ cause: z.string(), remedy: z.string() });
/** Why a release may not go live, and what to do about it, in plain words. */
export type FailedCheck = z.infer<typeof failedCheckSchema>;

export const checksViewSchema = z.object({ failed: z.array(failedCheckSchema) });
