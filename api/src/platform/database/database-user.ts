import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { StartError } from '../config/start-error.ts';

/** The user PostgreSQL runs as: the one that starts it, or a user of its own instead of root, as which it does not run. */
export interface DatabaseUser {
  ids: { uid: number; gid: number } | Record<never, never>;
  makeFolder(path: string): void;
  /** Runs what makes a file, and gives the file to the user. */
  give(path: string, make: () => void): void;
}

const NAME = 'postgres';

/** Makes the user where it is missing and needed, and sees that it can reach `folder`. Throws StartError. */
export function readyDatabaseUser(folder: string): DatabaseUser {
  const ids = process.getuid?.() === 0 ? findOrMakeUser() : null;
  if (ids) letPass(folder);
  const give = (path: string, make: () => void) => {
    make();
    if (ids) chownSync(path, ids.uid, ids.gid);
  };
  return {
    ids: ids ?? {},
    give,
    makeFolder: (path) => give(path, () => mkdirSync(path, { recursive: true, mode: 0o700 })),
  };
}

function findOrMakeUser(): { uid: number; gid: number } {
  try {
    return findUser();
  } catch {
    try {
      execFileSync('groupadd', ['--force', '--system', NAME]);
      execFileSync('useradd', ['--system', '--gid', NAME, '--no-create-home', NAME]);
      return findUser();
    } catch {
      throw new StartError(
        `PostgreSQL cannot run as root, and a user "${NAME}" for it cannot be made; start as another user, or set DATABASE_URL.`,
      );
    }
  }
}

function findUser(): { uid: number; gid: number } {
  const ask = (what: '-u' | '-g') => Number(execFileSync('id', [what, NAME], { stdio: 'pipe' }).toString());
  return { uid: ask('-u'), gid: ask('-g') };
}

function letPass(folder: string): void {
  for (let path = folder; path !== dirname(path); path = dirname(path)) {
    const { mode } = statSync(path);
    if (mode & 0o001) continue;
    if (!path.startsWith(`${tmpdir()}/`)) {
      throw new StartError(
        `PostgreSQL cannot run as root and its own user may not enter ${path}; set DATA_DIR and the checkout to a folder open to all, or set DATABASE_URL.`,
      );
    }
    chmodSync(path, mode | 0o011);
  }
}
