import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

test('every form of the app goes by POST where the browser sends it itself, and a dialog’s nowhere', () => {
  const sources = globSync('{shared-contracts,shell,mf-*}/src/**/*.tsx', { cwd: ROOT });
  const found = sources
    .filter((path) => !path.endsWith('.test.tsx'))
    .flatMap((path) =>
      [...readFileSync(`${ROOT}${path}`, 'utf8').matchAll(/<(form|Form)\b[^>]*/g)].map(([tag, name]) => ({
        path,
        tag,
        name,
      })),
    );
  const plain = found.filter(({ name, tag }) => name === 'form' && !tag.includes('method="dialog"'));
  expect(plain.map(({ path }) => path)).toEqual(['shared-contracts/src/design-system/form.tsx']);
  expect(found.filter(({ name }) => name === 'Form').length).toBeGreaterThan(8);
});
