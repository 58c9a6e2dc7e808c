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

/** What the document carries for the shell, so that it starts without asking for anything. */
export const bootDataSchema = z.object({
  features: z.array(liveFeatureSchema),
  site: siteContentSchema,
  /** Whether the document was asked for with a live session: a hint for what to load first, never a permission. */
  loggedIn: z.boolean(),
  /** The document is the device's own: the server was not asked. */
  offline: z.optional(z.literal(true)),
  /** The folders that scripts may come from: the shell's, and those of every release above. */
  scriptFolders: z.array(z.string()),
});
export type BootData = z.infer<typeof bootDataSchema>;

export { BOOT_ELEMENT } from './names.ts';
