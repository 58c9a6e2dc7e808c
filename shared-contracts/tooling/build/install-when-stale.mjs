// Installs the packages when node_modules does not hold what package-lock.json names. Runs before anything is
// installed, so it is plain JavaScript without dependencies and works with Node 20.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packagesOf = (lockFile) => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

/** npm writes what it has installed into node_modules at the end of a successful install. */
function isInstalled() {
  const installedLock = `${root}node_modules/.package-lock.json`;
  if (!existsSync(installedLock)) return false;
  const installed = packagesOf(installedLock);
  return Object.entries(packagesOf(`${root}package-lock.json`)).every(([path, wanted]) => {
    const found = installed[path];
    // The root is not in there, nor are other platforms' packages.
    if (!found)
      return path === '' || !path.includes('node_modules/') || wanted.optional || wanted.devOptional;
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

if (!isInstalled()) {
  process.stdout.write('Installing packages …\n');
  // The npm that runs this script, so that no other one on PATH takes over.
  const npm = process.env.npm_execpath;
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []];
  // Not `npm ci`, which first removes all that is there. `--no-save` leaves the lock file as it is all the same.
  const { status } = spawnSync(command, [...first, 'install', '--no-save', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    process.stderr.write('The packages could not be installed. Please see the lines above.\n');
    process.exit(1);
  }
}
