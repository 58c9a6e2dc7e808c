import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import keepDeclarativeRouter from './declarative-router-loader.ts';

const require = createRequire(import.meta.url);
const router = createRequire(require.resolve('react-router-dom')).resolve('react-router/package.json');
const folder = join(dirname(router), 'dist/production');
const built = readdirSync(folder)
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .filter((source) => source.includes('function useNavigateUnstable('));

test('the version in use has one module of hooks, and all that is left out there', () => {
  expect(built).toHaveLength(1);
  const left = keepDeclarativeRouter(built[0] ?? '');
  expect(left).toContain('\nfunction warning() {}\n');
  expect(left).not.toContain('? useNavigateStable()');
  expect(left).toMatch(/^var useOptimisticImpl = React\d*\.useOptimistic;$/m);
});

test('another text stays as it is', () => {
  const source = 'function warning(message) {\n  console.warn(message);\n}\n';
  expect(keepDeclarativeRouter(source)).toBe(source);
});
