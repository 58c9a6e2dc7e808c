import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Type-checks by a tsconfig.json of its own, which may name files only by whole paths, with the compiler that the folder
 * `root` has. Gives the compiler's words, undefined where nothing is wrong.
 */
export async function runCompiler(root: string, config: object): Promise<string | undefined> {
  const compiler = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
  const draft = await mkdtemp(join(tmpdir(), 'stepwise-types-'));
  const compilerOptions = { typeRoots: [join(dirname(compiler), '../@types')] };
  try {
    await writeFile(join(draft, 'tsconfig.json'), JSON.stringify({ ...config, compilerOptions }));
    const command = [join(dirname(compiler), 'bin/tsc'), '-p', draft, '--noEmit'];
    await promisify(execFile)(process.execPath, command, { cwd: root });
  } catch (error) {
    const { stdout, message } = error as { stdout?: string; message: string };
    return stdout?.trim() || message;
  } finally {
    await rm(draft, { recursive: true });
  }
}
