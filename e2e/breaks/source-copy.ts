import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the checkout's sources, with its installed packages, that may be changed. */
export interface SourceCopy {
  root: string;
  remove(): void;
}

export function copySources(checkout: string): SourceCopy {
  const root = mkdtempSync(join(tmpdir(), 'stepwise-breaks-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: checkout,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  for (const file of listed.split('\0').filter(Boolean)) {
    mkdirSync(join(root, dirname(file)), { recursive: true });
    copyFileSync(join(checkout, file), join(root, file));
  }
  linkPackages(join(checkout, 'node_modules'), join(root, 'node_modules'));
  for (const folder of readdirSync(root))
    if (hasPackages(join(checkout, folder)))
      linkPackages(join(checkout, folder, 'node_modules'), join(root, folder, 'node_modules'));
  return { root, remove: () => rmSync(root, { recursive: true }) };
}

const hasPackages = (folder: string): boolean => {
  try {
    return readdirSync(folder).includes('node_modules');
  } catch {
    return false;
  }
};

/** Packages of the workspace are the copy's own: their links are made again beside the copy's sources. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from)) {
    if (entry === '@stepwise') execFileSync('cp', ['-R', join(from, entry), join(to, entry)]);
    else symlinkSync(join(from, entry), join(to, entry));
  }
}
