import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Beside the calls, which are compared as JSON schemas: what the shell hands to features. */
const REPORTED = [
  'router/router.ts',
  'host/host-services.tsx',
  'store/participant-store.ts',
  'store/participant-state.ts',
  'client/client.ts',
  'client/call-error.ts',
  'client/outbox.ts',
  'design-system/prevent-double-tap.ts',
  'entities/all-data.ts',
  'entities/consent.ts',
  'entities/tracker.ts',
  'entities/user.ts',
];

/** The declarations of what the shell hands to features, as the compiler writes them without comments, under `version`. */
export function declareApi(contracts: string, version: string): string {
  const draft = mkdtempSync(join(tmpdir(), 'stepwise-api-'));
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  try {
    const config = {
      extends: join(contracts, 'tsconfig.json'),
      files: REPORTED.map((file) => join(contracts, 'src', file)),
      include: [],
      compilerOptions: {
        ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, removeComments: true },
        ...{ rootDir: contracts, outDir: join(draft, 'out') },
        typeRoots: [join(dirname(compiler), '../@types')],
      },
    };
    writeFileSync(join(draft, 'tsconfig.json'), JSON.stringify(config));
    execFileSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', draft], { encoding: 'utf8' });
    const parts = REPORTED.map((file) => {
      const declared = readFileSync(join(draft, 'out/src', file.replace(/tsx?$/, 'd.ts')), 'utf8');
      return `// ${file}\n${declared}`;
    });
    return [`// @stepwise/shared-contracts ${version}\n`, ...parts].join('\n');
  } finally {
    rmSync(draft, { recursive: true });
  }
}

/** Why a report may not take the place of the one before: it declares something else under the same version. */
export function whySameVersion(before: string, after: string): string | undefined {
  const [version] = after.split('\n', 1);
  return before !== after && before.startsWith(`${version}\n`)
    ? `What the shell hands to features has changed. Raise ${version?.slice('// '.length)} in its package.json first: the last number for additions, the second where an earlier feature would break.`
    : undefined;
}
