import type { Registry } from '@stepwise/shared-contracts/federation/registry';

/** Whether people get a release: the live one, the canary or the last good one. */
export const isListed = ({ microFrontends }: Registry, name: string, version: string): boolean =>
  Object.hasOwn(microFrontends, name) &&
  microFrontends[name]?.some(({ metadata }) => metadata.version === version) === true;
