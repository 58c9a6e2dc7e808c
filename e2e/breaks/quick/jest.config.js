import { dirname, resolve } from 'node:path';
import config from '../../../jest.config.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const { breaks, output } = JSON.parse(process.env.QUICK_BREAKS);

/** A project for each break, whose source is compiled with the change; all else is compiled once. */
export default {
  rootDir: ROOT,
  testTimeout: 60_000,
  watchman: false,
  reporters: [[`${import.meta.dirname}/reporter.js`, { output }]],
  projects: breaks.map(({ id, test, ...change }) => {
    const { transform, ...project } = config.projects.find(({ rootDir }) =>
      test.startsWith(rootDir.slice(2)),
    );
    return {
      ...project,
      id: 'breaks',
      displayName: id,
      // In a sandbox, where Jest compiles what the test imports.
      testRunner: 'jest-circus/runner',
      rootDir: resolve(ROOT, project.rootDir),
      roots: [resolve(ROOT, dirname(test))],
      testMatch: [resolve(ROOT, test)],
      transform: Object.fromEntries(
        Object.entries(transform).map(([files, [, options]]) => [
          files,
          [`${import.meta.dirname}/transform.js`, { root: ROOT, options, change }],
        ]),
      ),
    };
  }),
};
