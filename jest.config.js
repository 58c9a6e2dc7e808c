import { readdirSync } from 'node:fs';
import { transform } from './shared-contracts/tooling/testing/jest-transform.ts';

/** `*.nightly.*` takes longer than a change should wait. */
const ignored = ['/node_modules/', ...(process.env.NIGHTLY === '1' ? [] : ['\\.nightly\\.'])];
const common = {
  transform,
  testRunner: `${import.meta.dirname}/jest.in-node.mjs`,
  testPathIgnorePatterns: ignored,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  setupFilesAfterEnv: [`${import.meta.dirname}/jest.console.js`],
};

const browserPackage = (name) => ({
  ...common,
  setupFilesAfterEnv: [...common.setupFilesAfterEnv, `${import.meta.dirname}/jest.waiting.js`],
  displayName: name,
  rootDir: `./${name}`,
  testEnvironment: '<rootDir>/../jest.environment-of-file.js',
  moduleNameMapper: { '\\.css$': '@stepwise/tooling/testing/style-stub' },
});

/** Over the real API, on a database of each file's own. */
const withDatabase = {
  ...common,
  testEnvironment: 'node',
  globalSetup: '<rootDir>/../api/src/testing/start-test-database.setup.ts',
  globalTeardown: '<rootDir>/../api/src/testing/stop-test-database.setup.ts',
};

const features = readdirSync(import.meta.dirname).filter((name) => name.startsWith('mf-'));

export default {
  // For a machine that is busy with more than the tests; none of them waits for time to pass.
  testTimeout: 180_000,
  // Jest leaves a core to itself otherwise, and of two uses one.
  maxWorkers: '100%',
  // A worker keeps the modules of every file it ran, and collecting garbage takes longer with each.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...browserPackage('shared-contracts'),
      testPathIgnorePatterns: [...ignored, '<rootDir>/tooling/'],
    },
    { ...common, displayName: 'tooling', rootDir: './shared-contracts/tooling', testEnvironment: 'node' },
    browserPackage('shell'),
    ...features.map(browserPackage),
    { ...withDatabase, displayName: 'api', rootDir: './api' },
    {
      ...withDatabase,
      displayName: 'acceptance',
      rootDir: './e2e',
      testMatch: ['<rootDir>/acceptance/**/*.test.ts'],
    },
  ],
};
