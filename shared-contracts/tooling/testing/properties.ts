import fc from 'fast-check';
import { isNightly } from './nightly.ts';

// A run of CI says the same twice; at night each run looks elsewhere, and a failure names its seed.
if (!isNightly) fc.configureGlobal({ seed: 13 });

/** How often a property that takes long is tried: a slice in CI, all at night. */
export const runs = (inCi: number, atNight: number): number => (isNightly ? atNight : inCi);

export { fc };
