import { expect, test } from '@jest/globals';
import { packedManifest, withScriptImports } from './packed-package.ts';

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
