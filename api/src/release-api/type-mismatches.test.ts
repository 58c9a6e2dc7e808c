import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { describeTypes, describeTypesIn } from '@stepwise/tooling/build/describe-types';
import { findTypeMismatches } from './type-mismatches.ts';

const CHECKOUT = resolve(import.meta.dirname, '../../..');
const root = mkdtempSync(join(tmpdir(), 'checkout-'));
symlinkSync(join(CHECKOUT, 'node_modules'), join(root, 'node_modules'));
mkdirSync(join(root, 'shared-contracts'));
for (const path of ['package.json', 'src'])
  cpSync(join(CHECKOUT, 'shared-contracts', path), join(root, 'shared-contracts', path), { recursive: true });
afterAll(() => rmSync(root, { recursive: true }));

function change(path: string, from: string, to: string): void {
  const file = join(root, 'shared-contracts/src', path);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
}
const describeChanged = () =>
  describeTypesIn((module) =>
    join(root, 'shared-contracts/src', `${module}.ts${module.endsWith('host-services') ? 'x' : ''}`),
  );
const HOST = 'federation/host-services.tsx';
const ANNOUNCE = 'announce: (message: string) => void;';
// The compiler takes half a second, and many more on a busy machine.
const LIMIT_MS = 120_000;

test(
  'types are described to their leaves, and the same wherever the checkout lies',
  () => {
    const types = describeTypes();
    expect(types.ParticipantState).toMatchObject({
      properties: {
        activities: { type: 'Array', items: { properties: { id: { type: 'number' } } } },
        schedule: { anyOf: [{ type: 'null' }, { type: 'number' }] },
      },
      required: expect.not.arrayContaining(['reminder']),
    });
    expect(types.HostServices).toMatchObject({
      properties: { announce: { type: 'function', parameters: [{ type: 'string' }] } },
    });
    expect(describeChanged()).toEqual(types);
  },
  LIMIT_MS,
);

test(
  'what a store and a host lose or change is found by its name, and what they give besides is not',
  () => {
    const before = describeTypes();
    change(HOST, ANNOUNCE, ANNOUNCE.replace('string', 'string, isUrgent?: boolean'));
    change(
      'entities/all-data.ts',
      'adminActing: z.boolean(),',
      'adminActing: z.boolean(), moods: z.string(),',
    );
    const more = describeChanged();
    expect(findTypeMismatches(before, more)).toEqual([]);
    // A feature that knows the field, in a shell from before.
    expect(findTypeMismatches(more, before)).toContain('ParticipantState.moods');

    change('entities/all-data.ts', 'activities: z.array', 'pastimes: z.array');
    change(HOST, 'setTitle: (title: string)', 'setTitle: (title: number)');
    change('client/outbox.ts', 'flush(): Promise<void>;', '');
    change('store/participant-state.ts', 'surveyAnswers: (number | null)[];', 'surveyAnswers: string[];');
    expect(findTypeMismatches(before, describeChanged()).sort()).toEqual([
      'HostServices.setTitle',
      'Outbox.flush',
      'ParticipantState.activities',
      'ParticipantState.surveyAnswers',
    ]);
  },
  LIMIT_MS,
);
