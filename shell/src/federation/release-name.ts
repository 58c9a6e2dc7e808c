import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';

/** `mf-plan@0.1.3-0123456789ab` */
export const releaseName = ({ manifest, version }: LiveFeature): string => `${manifest.name}@${version}`;
