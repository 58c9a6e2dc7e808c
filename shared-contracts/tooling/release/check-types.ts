import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { BuildError } from '../build/build-error.ts';

/**
 * Type-checks a package of a checkout against the shared-contracts beside it, which a build does not: a field of the store that
 * does not exist is undefined in a browser, and nothing throws. Throws BuildError with the compiler's words.
 */
export async function checkTypes(root: string, name: string): Promise<void> {
  const compiler = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
  const tsc = join(dirname(compiler), 'bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', name, '--noEmit'], { cwd: root }).catch(
    ({ stdout, message }: { stdout?: string; message: string }) => {
      throw new BuildError(`${name}: its types do not suit shared-contracts.\n${stdout?.trim() || message}`);
    },
  );
}
