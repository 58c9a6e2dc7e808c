import { runStandalone } from '@stepwise/shared-contracts/testing/run-standalone';
import { feature } from './feature.tsx';

runStandalone(feature);
