const { otherHalf } = require('../shared-contracts/tooling/testing/nightly.ts');
const { CHECKOUT, commitOf } = require('../e2e/support/checkout.ts');

/** Slow tests of releases, faults and operation: a run takes one half by its commit, and the nightly run both. */
const HALVES = [
  [
    'api/deploy/observe/alerts.test.ts',
    'api/src/domain/data/audit-log/explain-breaks.api.test.ts',
    'api/src/platform/database/watch-database.api.test.ts',
    'api/src/platform/renderer/hostile-builds.test.ts',
    'api/src/release-api/publish-built.api.test.ts',
  ],
  [
    'api/src/hostile.api.test.ts',
    'api/src/platform/database/open-database.api.test.ts',
    'api/src/release-api/change-deployment.api.test.ts',
    'api/src/release-api/release-command.api.test.ts',
    'api/src/release-api/releases.api.test.ts',
  ],
];

/** For Jest's `--filter`. */
module.exports = (paths) => {
  const excluded = otherHalf(HALVES, commitOf(CHECKOUT));
  return { filtered: paths.filter((path) => !excluded.some((name) => path.endsWith(`/${name}`))) };
};
