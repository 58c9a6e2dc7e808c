import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { DEVELOPMENT } from '@stepwise/shared-contracts/federation/development-release';

/** `mf-plan@0.1.3-0123456789ab`. What is previewed has its address in the version's place, which tells it from the next one. */
export const releaseName = ({ manifest, version, url }: LiveFeature): string =>
  `${manifest.name}@${version === DEVELOPMENT ? url : version}`;
