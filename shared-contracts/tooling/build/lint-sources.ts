/**
 * Looks for globals of other features in the sources of the package of the current folder, as its build does in its
 * scripts: `npx stepwise-lint`, in a checkout `node ../shared-contracts/tooling/build/lint-sources.ts`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { containerName } from '@stepwise/shared-contracts/release/release-path';
import { transformSync } from '@swc/core';
import { BuildError } from './build-error.ts';
import { describeForeignGlobals, findForeignGlobals } from './find-foreign-globals.ts';
import { packageFolder, workingPackage } from './source-packages.ts';

try {
  const { root, name } = workingPackage(process.cwd());
  const folder = packageFolder(root, name);
  const own = containerName({ name, version: '' });
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.*', '**/*.d.ts'] })) {
    const found = findForeignGlobals(compile(join(folder, file)), own);
    if (found.length === 0) continue;
    process.stderr.write(`${describeForeignGlobals(file, found)}\n`);
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof BuildError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function compile(file: string): string {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    ...{ configFile: false, swcrc: false, filename: file },
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', tsx: file.endsWith('x') },
      transform: { react: { runtime: 'automatic' } },
    },
  });
  return code;
}
