/**
 * In the build of a package's image: installs what the package depends on besides what all of them share, as the lock
 * file has it. Runs beside package.json and package-lock.json with the package's name.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const [name = ''] = process.argv.slice(2);
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
const { dependencies = {} } = readJson(`${name}/package.json`);
const locked = Object.keys(readJson('package-lock.json').packages);
const hasOwn =
  locked.some((path) => path.startsWith(`${name}/node_modules/`)) ||
  Object.keys(dependencies).some((each) => !existsSync(`node_modules/${each}`));
if (hasOwn) {
  const workspaces = ['tooling', 'shell', name].map((each) => `--workspace=@stepwise/${each}`);
  const options = ['--omit=dev', '--ignore-scripts', '--loglevel=error', ...workspaces];
  process.exitCode = spawnSync('npm', ['ci', ...options], { stdio: 'inherit' }).status ?? 1;
}
