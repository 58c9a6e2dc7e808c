import { transform } from './jest-transform.ts';

const here = import.meta.dirname;

/** Jest's configuration of a feature in a repository of its own, with what the checkout's tests have: jsdom, Testing Library and axe. */
export const jestPreset = {
  transform,
  // The published sources have JSX in them.
  transformIgnorePatterns: ['/node_modules/(?!@stepwise/)'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  setupFilesAfterEnv: [`${here}/jest.console.js`, `${here}/jest.waiting.js`],
  testEnvironment: `${here}/jest.environment.js`,
  moduleNameMapper: { '\\.css$': '@stepwise/tooling/testing/style-stub' },
  testTimeout: 180_000,
};
