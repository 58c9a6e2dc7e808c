import type { ComponentType } from 'react';
import * as z from 'zod/mini';

export const slotNameSchema = z.enum(['welcome', 'home-timeline']);
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
  /** A name of the look's icons; an unknown one shows the label alone. */
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

/** What a feature exposes as `feature` from `./feature`: its pages and slots by the names its manifest uses. */
export interface FeatureModule {
  manifest: FeatureManifest;
  pages: Record<string, ComponentType>;
  slots: Partial<Record<SlotName, ComponentType>>;
}

/** Types a feature's module where it is written. */
export function defineFeature(feature: FeatureModule): FeatureModule {
  return feature;
}

/** A release loaded, but what came is not the feature its manifest promises. */
export class FeatureContractError extends Error {
  override name = 'FeatureContractError';
  readonly feature: string;

  constructor(feature: string, fault: string) {
    super(`${feature} is not a feature this shell can show: ${fault}.`);
    this.feature = feature;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

// memo, lazy and forwardRef make components that are objects.
const isComponent = (value: unknown): boolean =>
  typeof value === 'function' || (isRecord(value) && '$$typeof' in value);

/**
 * The feature of a loaded `./feature` module, once it is known to hold every page and slot that `manifest` (from the
 * registry) names. Throws FeatureContractError saying what is wrong.
 */
export function checkFeatureModule(loaded: unknown, manifest: FeatureManifest): FeatureModule {
  const refuse = (fault: string): never => {
    throw new FeatureContractError(manifest.name, fault);
  };
  const feature = isRecord(loaded) ? loaded.feature : undefined;
  if (!isRecord(feature)) return refuse('it has no export named feature');
  if (!isRecord(feature.manifest) || feature.manifest.name !== manifest.name)
    return refuse('its manifest has another name');
  if (!isRecord(feature.pages)) return refuse('it has no pages');
  if (!isRecord(feature.slots)) return refuse('it has no slots');
  for (const { page } of manifest.routes)
    if (!isComponent(feature.pages[page])) refuse(`its page ${page} is missing or no component`);
  for (const slot of manifest.slots)
    if (!isComponent(feature.slots[slot])) refuse(`its slot ${slot} is missing or no component`);
  return feature as unknown as FeatureModule;
}
