import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { checkTypes } from './check-types.ts';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const root = mkdtempSync(join(tmpdir(), 'checkout-'));
for (const name of ['node_modules', 'package.json', 'tsconfig.base.json', 'shared-contracts'])
  symlinkSync(join(CHECKOUT, name), join(root, name));
mkdirSync(join(root, 'mf-new/src'), { recursive: true });
writeFileSync(
  join(root, 'mf-new/tsconfig.json'),
  '{ "extends": "../tsconfig.base.json", "include": ["src"] }',
);
afterAll(() => rmSync(root, { recursive: true }));

const write = (field: string) =>
  writeFileSync(
    join(root, 'mf-new/src/feature.ts'),
    `import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
export const useField = () => useParticipant((state) => state.${field} ?? []);`,
  );

// The compiler takes two seconds, and many more on a busy machine.
test('a field that the store does not have is found, however softly it is used', async () => {
  write('activities');
  await checkTypes(root, 'mf-new');
  write('moods');
  await expect(checkTypes(root, 'mf-new')).rejects.toThrow(
    /mf-new: its types do not suit shared-contracts\.\n.*Property 'moods' does not exist/s,
  );
}, 120_000);
