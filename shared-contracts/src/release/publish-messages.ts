import * as z from 'zod/mini';
import { registrySchema, releaseSchema } from '../federation/registry.ts';

/** `build` is what `npm start` does by itself; everything else somebody or the server decided. */
export const FLIP_ACTIONS = ['build', 'release', 'to', 'rollback', 'canary', 'promote', 'withdrawn'] as const;
export type FlipAction = (typeof FLIP_ACTIONS)[number];

export const historyEntrySchema = z.object({
  /** The registry's revision that this change made. */
  revision: z.number(),
  /** ISO instant. */
  at: z.string(),
  /** A login name, a team's token, or the server itself. */
  who: z.string(),
  package: z.string(),
  action: z.enum(FLIP_ACTIONS),
  from: z.nullable(z.string()),
  to: z.string(),
  traffic: z.number(),
  reason: z.optional(z.string()),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** What a team wants of its package's pointer. */
export const flipOrderSchema = z.object({
  action: z.enum(['release', 'to', 'canary', 'promote', 'rollback']),
  /** Of a release that is there already; needless for `promote` and `rollback`. */
  version: z.optional(z.string()),
  /** Per cent of the people, for `canary`. */
  traffic: z.optional(z.number()),
  /** The revision of the registry that the team has looked at. */
  revision: z.number(),
});
export type FlipOrder = z.infer<typeof flipOrderSchema>;

/** Where teams reach the releases of a running product. */
export const releasesApi = {
  /** GET: what is live. POST: a release, which is kept and not yet live. */
  package: (name: string) => `/api/releases/${name}/`,
  /** POST: moves the pointer. */
  live: (name: string) => `/api/releases/${name}/live/`,
};

export const releasesViewSchema = z.object({
  registry: registrySchema,
  /** Of the package asked for, the newest last. */
  history: z.array(historyEntrySchema),
});
export type ReleasesView = z.infer<typeof releasesViewSchema>;

export const publicationSchema = z.object({
  release: releaseSchema,
  /** Each asset's content in base64 by its path. The server makes the compressed forms. */
  files: z.record(z.string(), z.string()),
});
export type Publication = z.infer<typeof publicationSchema>;
