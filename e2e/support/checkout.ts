import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const CHECKOUT = resolve(import.meta.dirname, '../..');

/** The commit that is checked out; what is tried of many changes with it. Zeros where there is no history. */
export function commitOf(checkout: string): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: checkout,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    return '0'.repeat(40);
  }
}

/** A checkout that has everything of this one but its features and what was built. */
export async function emptyCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-checkout-'));
  const names = (await readdir(CHECKOUT)).filter((name) => !/^(mf-|\.git$|\.stepwise$)/.test(name));
  await Promise.all(names.map((name) => symlink(join(CHECKOUT, name), join(folder, name))));
  return folder;
}
