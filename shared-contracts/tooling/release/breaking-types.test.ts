import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { findBreakingTypes } from './breaking-types.ts';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const root = mkdtempSync(join(tmpdir(), 'checkout-'));
symlinkSync(join(CHECKOUT, 'node_modules'), join(root, 'node_modules'));
mkdirSync(join(root, 'shared-contracts'));
writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
beforeEach(() => {
  for (const path of ['package.json', 'src'])
    cpSync(join(CHECKOUT, 'shared-contracts', path), join(root, 'shared-contracts', path), {
      recursive: true,
    });
});
afterAll(() => rmSync(root, { recursive: true }));

function change(path: string, from: string, to: string): void {
  const file = join(root, 'shared-contracts/src', path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}

// The compiler takes two seconds, and many more on a busy machine.
const LIMIT_MS = 120_000;
const HOST = 'federation/host-services.tsx';
const ANNOUNCE = 'announce: (message: string) => void;';

test(
  'what the host and the store give besides breaks nothing',
  async () => {
    change(HOST, ANNOUNCE, `${ANNOUNCE}\n  alert: () => void;`);
    expect(await findBreakingTypes(CHECKOUT, root)).toBeUndefined();
  },
  LIMIT_MS,
);

test(
  'a field of the store that goes, a service of another type and an outbox without a function are each found',
  async () => {
    change('entities/all-data.ts', 'activities: z.array', 'moods: z.array');
    change(HOST, ANNOUNCE, ANNOUNCE.replace('string', 'number'));
    change('client/outbox.ts', 'flush(): Promise<void>;', '');
    const found = await findBreakingTypes(CHECKOUT, root);
    for (const name of ['activities', 'announce', 'flush']) expect(found).toContain(name);
  },
  LIMIT_MS,
);
