import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Databases of the tests that run at a time, many times over. */
const ROOM_BYTES = 4 * 2 ** 30;

/** Makes a folder for a database that ends with the tests: in memory where there is room, since the disk costs more than most tests. */
export function makeTestFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), prefix));
  // PostgreSQL's own user passes through it.
  chmodSync(folder, 0o711);
  return folder;
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM_BYTES;
}
