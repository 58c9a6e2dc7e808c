import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { launcherOf, packedManifest, withScriptImports } from './packed-package.ts';

const source = {
  name: '@stepwise/tooling',
  version: '0.1.0',
  private: true,
  dependencies: { webpack: '5.0.0' },
  devDependencies: { 'webpack-dev-server': '6.0.0' },
  exports: { './build/*': './build/*.ts', './link': './src/link.tsx' },
};

test('a published module runs as JavaScript and has the types of its source', () => {
  const packed = packedManifest(source, '0.1.3');
  expect(packed).toMatchObject({
    version: '0.1.3',
    dependencies: { webpack: '5.0.0', 'webpack-dev-server': '6.0.0' },
    exports: {
      './build/*': { types: './build/*.ts', default: './build/*.js' },
      './link': './src/link.tsx',
      './tsconfig.json': './tsconfig.json',
    },
  });
  expect(packed).not.toHaveProperty('private');
  expect(packed).not.toHaveProperty('devDependencies');
});

test('relative imports of modules name JavaScript, and nothing else changes', () => {
  const imports = (ending: string) =>
    `import { a } from './a.${ending}';
import '../b.${ending}';
export * from '../c/d.${ending}';
const { e } = await import('./e.${ending}');
import styles from './f.module.css';
import { Link } from './link.tsx';
const entry = './src/service-worker.ts';`;
  expect(withScriptImports(imports('ts'))).toBe(imports('js'));
});

test('a command says on an older Node which one it needs, and runs its module on a newer one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-launcher-'));
  try {
    const { file, text } = launcherOf('stepwise-release', 'release.js');
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'release.js'), "process.stdout.write('released');");
    const run = (launcher: string) => {
      writeFileSync(join(folder, file), launcher);
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, file)], {
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    expect(run(text)).toEqual({ status: 0, stdout: 'released', stderr: '' });
    const older = run(text.replace('process.versions.node', "'20.20.2'"));
    expect(older).toMatchObject({ status: 1, stdout: '' });
    expect(older.stderr).toMatch(
      /^stepwise-release needs Node 24 or later, .*\n {2}npm install --save-dev node-.*\n {2}npx stepwise-release/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
