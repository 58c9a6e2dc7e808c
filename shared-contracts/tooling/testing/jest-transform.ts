import { fileURLToPath } from 'node:url';

/** How Jest compiles TypeScript and JSX, here and in a repository of a feature's own. */
export const transform = {
  '^.+\\.(t|j)sx?$': [
    fileURLToPath(import.meta.resolve('@swc/jest')),
    {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        experimental: { keepImportAttributes: true },
      },
      module: { type: 'es6' },
    },
  ],
};
