import type { ComponentType } from 'react';
import type { FeatureManifest, SlotName } from './feature-manifest.ts';

// Types only: every feature compiles this file in, and the schemas would bring zod along.
export type { FeatureManifest } from './feature-manifest.ts';

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
  const reject = (fault: string): never => {
    throw new FeatureContractError(manifest.name, fault);
  };
  const feature = isRecord(loaded) ? loaded.feature : undefined;
  if (!isRecord(feature)) return reject('it has no export named feature');
  if (!isRecord(feature.manifest) || feature.manifest.name !== manifest.name)
    return reject('its manifest has another name');
  if (!isRecord(feature.pages)) return reject('it has no pages');
  if (!isRecord(feature.slots)) return reject('it has no slots');
  for (const { page } of manifest.routes)
    if (!isComponent(feature.pages[page])) reject(`its page ${page} is missing or no component`);
  for (const slot of manifest.slots)
    if (!isComponent(feature.slots[slot])) reject(`its slot ${slot} is missing or no component`);
  return feature as unknown as FeatureModule;
}
