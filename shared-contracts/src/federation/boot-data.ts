import * as z from 'zod/mini';
import { siteContentSchema } from '../entities/site-content.ts';
import { featureManifestSchema } from './feature-manifest.ts';

const releaseFields = {
  manifest: featureManifestSchema,
  version: z.string(),
  url: z.string(),
  integrity: z.string(),
  container: z.string(),
};
const liveFeatureSchema = z.object({
  ...releaseFields,
  /** What takes its place when it fails. */
  lastGood: z.optional(z.object(releaseFields)),
});
/** What the browser knows of the release of a feature that this person gets. */
export type LiveFeature = z.infer<typeof liveFeatureSchema>;

const answerSchema = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.unknown()),
});
/** A success of the API, as its call's answer is over HTTP. */
export type BootAnswer = z.infer<typeof answerSchema>;

/** What the document carries for the shell, so that it starts without asking for anything. */
export const bootDataSchema = z.object({
  features: z.array(liveFeatureSchema),
  site: siteContentSchema,
  /** Whether the document was asked for with a live session: a hint for what to load first, never a permission. */
  loggedIn: z.boolean(),
  /** The document is the device's own: the server was not asked. */
  offline: z.optional(z.literal(true)),
  /**
   * What the server answers to the calls that the page begins with, by path. Earlier servers send none: the shell then
   * makes the calls itself.
   */
  answers: z.optional(z.record(z.string(), answerSchema)),
  /**
   * When (ISO instant) and for which time zone (IANA) a participant's answers were made: on another day they say
   * something else.
   */
  madeFor: z.optional(z.object({ now: z.string(), timeZone: z.string() })),
  /** The folders that scripts may come from: the shell's, and those of every release above. */
  scriptFolders: z.array(z.string()),
});
export type BootData = z.infer<typeof bootDataSchema>;

export { BOOT_ELEMENT } from './names.ts';
