const transform = {
  '^.+\\.(t|j)sx?$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'es6' },
    },
  ],
};
const common = { transform, extensionsToTreatAsEsm: ['.ts', '.tsx'] };

const browserPackage = (name) => ({
  ...common,
  displayName: name,
  rootDir: `./${name}`,
  testEnvironment: '<rootDir>/../jest.environment.js',
  moduleNameMapper: { '\\.css$': '@stepwise/shared-contracts/testing/style-stub' },
});

export default {
  projects: [
    browserPackage('shared-contracts'),
    browserPackage('shell'),
    browserPackage('mf-survey'),
    browserPackage('mf-consent'),
    browserPackage('mf-plan'),
    browserPackage('mf-tracker'),
    browserPackage('mf-helpers'),
    {
      ...common,
      displayName: 'api',
      rootDir: './api',
      testEnvironment: 'node',
      globalSetup: '<rootDir>/src/testing/start-test-database.setup.ts',
      globalTeardown: '<rootDir>/src/testing/stop-test-database.setup.ts',
    },
  ],
};
