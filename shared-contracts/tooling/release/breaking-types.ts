import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCompiler } from './run-compiler.ts';

const CHECKOUT = resolve(import.meta.dirname, '../../..');

/**
 * What features of another state of shared-contracts take from the host, each as a type of these modules. A generic call compares
 * with one call alone: the shapes of all calls are compared elsewhere.
 */
const COMPARED = {
  ParticipantState: 'Host.ParticipantState',
  ParticipantStore: 'Host.ParticipantStore',
  HostServices: "Omit<Host.HostServices, 'client' | 'outbox' | 'store'>",
  Client: 'ReturnType<typeof Host.clientOf>',
  Outbox: 'ReturnType<typeof Host.outboxOf>',
};

/** The types of one state; `contracts` is its folder shared-contracts. */
const moduleOf = (contracts: string) => {
  const source = (path: string) => JSON.stringify(join(contracts, 'src', path));
  return `import type { HostServices } from ${source('federation/host-services.tsx')};
import type { saveSupport } from ${source('calls/user.calls.ts')};
export type { HostServices };
export type { ParticipantState, ParticipantStore } from ${source('store/participant-store.ts')};
export declare const clientOf: (client: HostServices['client']) => typeof client.send<typeof saveSupport>;
export declare const outboxOf: (
  outbox: HostServices['outbox'],
) => Omit<typeof outbox, 'send'> & { send: typeof outbox.send<typeof saveSupport> };
`;
};

/**
 * How the store and the host services of the checkout `after` break features that were built with the checkout `before`, in
 * the compiler's words; undefined where what they give has every type that those features know. What is added breaks nothing.
 */
export async function findBreakingTypes(before: string, after: string): Promise<string | undefined> {
  const draft = await mkdtemp(join(tmpdir(), 'stepwise-contracts-'));
  const comparisons = Object.entries(COMPARED).map(([name, type]) => {
    const [given, known] = ['After', 'Before'].map((state) => type.replaceAll('Host.', `${state}.`));
    return `export const give${name} = (given: ${given}): ${known} => given;`;
  });
  const files = {
    'package.json': '{ "type": "module" }',
    'before.ts': moduleOf(join(before, 'shared-contracts')),
    'after.ts': moduleOf(join(after, 'shared-contracts')),
    'compare.ts': `import type * as After from './after.ts';
import type * as Before from './before.ts';
${comparisons.join('\n')}
`,
  };
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(draft, name), text);
    return await runCompiler(CHECKOUT, {
      extends: join(CHECKOUT, 'tsconfig.base.json'),
      files: [join(draft, 'compare.ts')],
    });
  } finally {
    await rm(draft, { recursive: true });
  }
}
