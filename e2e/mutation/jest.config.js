import { transform } from '../../shared-contracts/tooling/testing/jest-transform.ts';
import { GROUPS } from './groups.ts';

/** The unit tests of one group, without a browser and without a database. */
export default {
  rootDir: '../..',
  roots: GROUPS[process.env.MUTATION_GROUP].tests.map((folder) => `<rootDir>/${folder}`),
  testEnvironment: 'node',
  testMatch: ['**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/', '\\.api\\.test\\.ts$', '\\.nightly\\.'],
  transform,
  extensionsToTreatAsEsm: ['.ts'],
  watchman: false,
};
