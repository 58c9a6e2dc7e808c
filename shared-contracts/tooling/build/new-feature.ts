/** `npm run new:feature -- NAME`: makes a feature that builds, passes every check and shows in the shell. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addComposeService } from './compose-service.ts';
import { createFeature, NewFeatureError } from './create-feature.ts';

const root = resolve(import.meta.dirname, '../../..');
const compose = join(root, 'docker-compose.yml');

try {
  const name = createFeature(root, process.argv[2] ?? '');
  writeFileSync(compose, addComposeService(readFileSync(compose, 'utf8'), name));
  run('node', 'api/deploy/cluster/make-stack.ts');
  // A longer name breaks lines elsewhere; the workspaces and the lock file get to know the package.
  run('biome', 'format', '--write', name);
  run('npm', 'install', '--loglevel=error');
  process.stdout.write(`${name} is made. Next:
  npm run dev -w ${name}       runs it alone
  npm start                    builds it and shows it in the product, under its own entry of the navigation
docs/development.md says more.\n`);
} catch (error) {
  if (!(error instanceof NewFeatureError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new NewFeatureError(`${command} ${args.join(' ')} did not work; see above.`);
}
