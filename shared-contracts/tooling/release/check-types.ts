import { join } from 'node:path';
import { BuildError } from '../build/build-error.ts';
import { packageFolder } from '../build/source-packages.ts';
import { runCompiler } from './run-compiler.ts';

/**
 * Type-checks what a package releases, without its tests, against the shared-contracts beside it, which a build does
 * not: a field of the store that does not exist is undefined in a browser, and nothing throws. Throws BuildError with the
 * compiler's words.
 */
export async function checkTypes(root: string, name: string): Promise<void> {
  const folder = packageFolder(root, name);
  const faults = await runCompiler(folder, {
    extends: join(folder, 'tsconfig.json'),
    include: [join(folder, 'src')],
    exclude: [join(folder, 'src/**/*.test.*'), join(folder, 'src/**/testing')],
  });
  if (faults) throw new BuildError(`${name}: its types do not suit shared-contracts.\n${faults}`);
}
