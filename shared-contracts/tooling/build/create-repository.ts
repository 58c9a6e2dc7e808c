/**
 * `npx --package ./stepwise-tooling-VERSION.tgz stepwise-create NAME`: makes the folder of a feature with a repository of its
 * own, with a page, its test and a workflow of CI. The two tarballs lie in the current folder, and are copied into it.
 */
import { cpSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createFeature, NewFeatureError } from './create-feature.ts';

const NODE = 24;
const here = process.cwd();

try {
  const tarballs = globSync('stepwise-{shared-contracts,tooling}-*.tgz', { cwd: here });
  if (tarballs.length !== 2)
    throw new NewFeatureError(
      'The tarballs of `npm run pack:contracts`, stepwise-shared-contracts and stepwise-tooling, have to lie in this folder, one of each.',
    );
  const name = createFeature(here, process.argv[2] ?? '', findTemplate());
  const folder = join(here, name);
  mkdirSync(join(folder, 'vendor'));
  for (const file of tarballs) cpSync(join(here, file), join(folder, 'vendor', basename(file)));
  const packed = (each: string) =>
    `file:vendor/${tarballs.find((file) => file.includes(`stepwise-${each}-`)) ?? ''}`;
  write(folder, 'package.json', {
    name: `@stepwise/${name}`,
    private: true,
    version: '0.1.0',
    type: 'module',
    scripts: {
      dev: 'stepwise-dev',
      release: 'stepwise-release',
      test: 'tsc && stepwise-lint && node --experimental-vm-modules --no-warnings node_modules/jest/bin/jest.js',
    },
    dependencies: { '@stepwise/shared-contracts': packed('shared-contracts') },
    devDependencies: { '@stepwise/tooling': packed('tooling') },
  });
  write(folder, 'tsconfig.json', { extends: '@stepwise/tooling/tsconfig.json', include: ['src'] });
  write(
    folder,
    'jest.config.js',
    "export { jestPreset as default } from '@stepwise/tooling/testing/jest-preset';\n",
  );
  write(folder, '.gitignore', 'node_modules/\n.stepwise/\n');
  write(folder, '.github/workflows/release.yml', workflow(name));
  process.stdout.write(`${name} is made. Next:
  cd ${name} && npm install
  npm test                     checks its types and globals, and runs its tests
  npm run dev                  serves it by itself
  npm run release              with STEPWISE_URL and STEPWISE_RELEASE_TOKEN
`);
} catch (error) {
  if (!(error instanceof NewFeatureError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Beside the tooling in a checkout, in it where it is published. */
function findTemplate(): string {
  const folders = ['../feature-template', '../../feature-template'].map((path) =>
    resolve(import.meta.dirname, path),
  );
  return folders.find((folder) => existsSync(folder)) ?? '';
}

function write(folder: string, path: string, content: string | object): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
}

/** An example for GitHub's runners: tests each change, and releases what reaches the main branch as a canary. */
function workflow(name: string): string {
  return `name: ${name}
on: [push]
jobs:
  release:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: ${NODE}, cache: npm }
      - run: npm ci
      - run: npm test
      - if: github.ref == 'refs/heads/main'
        run: npm run release -- --canary 10
        env:
          STEPWISE_URL: \${{ vars.STEPWISE_URL }}
          STEPWISE_RELEASE_TOKEN: \${{ secrets.STEPWISE_RELEASE_TOKEN }}
`;
}
