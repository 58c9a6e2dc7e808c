import { mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const CHECKOUT = resolve(import.meta.dirname, '../..');

/** A checkout that has everything of this one but its features and what was built. */
export async function emptyCheckout(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-checkout-'));
  const names = (await readdir(CHECKOUT)).filter((name) => !/^(mf-|\.git$|\.stepwise$)/.test(name));
  await Promise.all(names.map((name) => symlink(join(CHECKOUT, name), join(folder, name))));
  return folder;
}
