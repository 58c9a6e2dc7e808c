import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { BuildError } from '../build/build-error.ts';
import { packageFolder } from '../build/source-packages.ts';

/**
 * Type-checks what a package releases, without its tests, against the shared-contracts beside it, which a build does
 * not: a field of the store that does not exist is undefined in a browser, and nothing throws. Throws BuildError with the
 * compiler's words.
 */
export async function checkTypes(root: string, name: string): Promise<void> {
  const folder = packageFolder(root, name);
  const compiler = createRequire(join(folder, 'package.json')).resolve('typescript/package.json');
  const draft = await mkdtemp(join(tmpdir(), 'stepwise-types-'));
  const config = {
    extends: join(folder, 'tsconfig.json'),
    include: [join(folder, 'src')],
    exclude: [join(folder, 'src/**/*.test.*'), join(folder, 'src/**/testing')],
    compilerOptions: { typeRoots: [join(dirname(compiler), '../@types')] },
  };
  try {
    await writeFile(join(draft, 'tsconfig.json'), JSON.stringify(config));
    await promisify(execFile)(
      process.execPath,
      [join(dirname(compiler), 'bin/tsc'), '-p', draft, '--noEmit'],
      {
        cwd: root,
      },
    );
  } catch (error) {
    const { stdout, message } = error as { stdout?: string; message: string };
    throw new BuildError(`${name}: its types do not suit shared-contracts.\n${stdout?.trim() || message}`);
  } finally {
    await rm(draft, { recursive: true });
  }
}
