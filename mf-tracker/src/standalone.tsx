import { runStandalone } from '@stepwise/tooling/testing/run-standalone';
import { feature } from './feature.tsx';

runStandalone(feature);
