import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Named by the owner of the product: where each is declared, and a file that uses it for its purpose. */
const PACKAGES = {
  react: ['shell', 'shell/src/main.tsx'],
  'react-dom': ['shell', 'shell/src/main.tsx'],
  '@module-federation/enhanced': ['shell', 'shell/src/federation/load-release.ts'],
  webpack: ['shared-contracts/tooling', 'shared-contracts/tooling/build/webpack-preset.ts'],
  'react-router-dom': ['shared-contracts', 'shared-contracts/src/router/router.ts'],
  zustand: ['shell', 'shell/src/federation/load-feature.ts'],
  koa: ['api', 'api/src/create-api.ts'],
  '@koa/router': ['api', 'api/src/create-api.ts'],
  'koa-session': ['api', 'api/src/platform/sessions/session.ts'],
  '@mikro-orm/core': ['api', 'api/src/domain/care/plan/dose-report.entity.ts'],
  '@mikro-orm/postgresql': ['api', 'api/src/platform/database/orm.ts'],
  zod: ['shared-contracts', 'shared-contracts/src/calls/call.ts'],
  jest: ['.', 'jest.config.js'],
};

const MANIFESTS = Object.fromEntries(
  execFileSync('git', ['ls-files', 'package.json', '*/package.json'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((file) => [file, JSON.parse(readFileSync(file, 'utf8'))]),
);

test.each(Object.entries(PACKAGES))('%s is declared and used', (name, [folder, file]) => {
  const { dependencies, devDependencies, peerDependencies } =
    MANIFESTS[folder === '.' ? 'package.json' : `${folder}/package.json`];
  expect({ ...dependencies, ...devDependencies, ...peerDependencies }).toHaveProperty([name]);
  expect(readFileSync(file as string, 'utf8')).toMatch(name === 'jest' ? /projects/ : `'${name}`);
});

test('the lock file names the address of each package, and no registry', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { resolved?: string; link?: boolean }>;
  };
  const others = Object.entries(packages).filter(
    ([path, { resolved, link }]) =>
      path.includes('node_modules/') && !link && !resolved?.startsWith('https://registry.invalid/'),
  );
  // Repair with: sed -i 's#"resolved": "https://[^/]*/#"resolved": "https://registry.invalid/#' package-lock.json
  expect(others).toEqual([]);
});
