import * as z from 'zod/mini';

const slotNameSchema = z.enum(['welcome', 'home-timeline', 'home-questionnaire']);
export type SlotName = z.infer<typeof slotNameSchema>;

const routeSchema = z.object({
  path: z.string().check(z.regex(/^\/[a-z0-9/-]*$/)),
  /** Whether paths below this one are someone else's. */
  exact: z.optional(z.boolean()),
  page: z.string().check(z.minLength(1)),
  /** Who may open it: a visitor is sent to log in from a route for participants. */
  access: z.enum(['anyone', 'participant']),
});
export type FeatureRoute = z.infer<typeof routeSchema>;

const navigationSchema = z.object({
  label: z.string().check(z.minLength(1)),
  path: z.string().check(z.startsWith('/')),
  /** A name of the design system's icons; an unknown one shows the label only. */
  icon: z.string(),
  condition: z.enum(['participant', 'randomised']),
  order: z.number(),
});
export type FeatureNavigation = z.infer<typeof navigationSchema>;

/**
 * What a feature says of itself. It is written into the feature's release and from there into the registry, so that
 * the shell knows every route, navigation entry and slot before it loads any feature.
 */
export const featureManifestSchema = z.object({
  name: z.string().check(z.regex(/^mf-[a-z][a-z0-9-]*$/)),
  /** Plain words for the sentence that says the feature is missing: 'Your plan'. */
  title: z.string().check(z.minLength(1)),
  /** The semver range of shared-contracts the feature works with. */
  contract: z.string().check(z.regex(/^[\^~]?\d+\.\d+\.\d+$/)),
  routes: z.array(routeSchema),
  navigation: z.optional(navigationSchema),
  slots: z.array(slotNameSchema),
});
export type FeatureManifest = z.infer<typeof featureManifestSchema>;
