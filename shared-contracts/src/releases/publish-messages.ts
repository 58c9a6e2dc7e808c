import * as z from 'zod/mini';
import { registrySchema, releaseSchema } from '../federation/registry.ts';
import { historyEntrySchema } from './registry-store.ts';

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
