/**
 * Packs shared-contracts and its tooling for packages in other repositories, into a folder:
 * `npm run pack:contracts -- FOLDER`, `.stepwise/packages` where it names none. Prints the file of each. Node refuses to run
 * TypeScript of an installed package, so that each module has JavaScript beside it; types stay those of the sources.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import {
  COMMANDS,
  launcherOf,
  packedManifest,
  type SourceManifest,
  testingDependencies,
  withScriptImports,
} from './packed-package.ts';

const contracts = resolve(import.meta.dirname, '../..');
const checkout = resolve(contracts, '..');
const output = resolve(process.argv[2] ?? join(checkout, '.stepwise/packages'));
const draft = mkdtempSync(join(tmpdir(), 'stepwise-pack-'));

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as SourceManifest;
const { version } = readManifest(contracts);
const testing = testingDependencies(readManifest(checkout).devDependencies);

try {
  pack(contracts, ['src']);
  pack(join(contracts, 'tooling'), ['build', 'release', 'testing'], (packed) => {
    cpSync(join(checkout, 'tsconfig.base.json'), join(packed, 'tsconfig.json'));
    rewrite(join(packed, 'tsconfig.json'), (text) => text.replace('shared-contracts/tooling/', ''));
    cpSync(join(contracts, 'feature-template'), join(packed, 'feature-template'), { recursive: true });
    for (const file of ['jest.console.js', 'jest.environment.js', 'jest.waiting.js'])
      cpSync(join(checkout, file), join(packed, 'testing', file));
    mkdirSync(join(packed, 'bin'));
    for (const [command, module] of Object.entries(COMMANDS)) {
      const { file, text } = launcherOf(command, module);
      writeFileSync(join(packed, file), text, { mode: 0o755 });
    }
  });
} finally {
  rmSync(draft, { recursive: true });
}

function pack(source: string, folders: readonly string[], complete?: (packed: string) => void): void {
  const packed = join(draft, relative(contracts, source) || 'contracts');
  for (const folder of folders)
    cpSync(join(source, folder), join(packed, folder), { recursive: true, filter: isPublished });
  for (const file of filesOf(packed)) addScript(file);
  complete?.(packed);
  writeFileSync(
    join(packed, 'package.json'),
    JSON.stringify(packedManifest(readManifest(source), version, testing), null, 2),
  );
  mkdirSync(output, { recursive: true });
  const [file = ''] = execFileSync('npm', ['pack', '--silent', '--pack-destination', output], {
    cwd: packed,
    encoding: 'utf8',
  }).split('\n');
  process.stdout.write(`${join(output, file)}\n`);
}

function isPublished(path: string): boolean {
  return !/\.test\.tsx?$/.test(path);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Node runs no module with JSX, here as in the checkout: webpack compiles those. */
function addScript(file: string): void {
  if (file.endsWith('.tsx')) rewrite(file, withScriptImports);
  else if (file.endsWith('.ts') && !file.endsWith('.d.ts'))
    writeFileSync(
      file.replace(/ts$/, 'js'),
      withScriptImports(stripTypeScriptTypes(readFileSync(file, 'utf8'))),
    );
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
