export interface SourceManifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  exports: Record<string, string>;
  [field: string]: unknown;
}

/** Node's own stripping of types is in this version. */
const NODE = 24;

/** The commands of a package in a repository of its own, and the modules that they run. */
export const COMMANDS = {
  'stepwise-create': 'build/create-repository.js',
  'stepwise-dev': 'build/dev-server.js',
  'stepwise-lint': 'build/lint-sources.js',
  'stepwise-release': 'release/release.js',
};

/** What a feature's tests import. */
const TESTING =
  /^(@jest\/globals|@swc\/jest|@testing-library\/.*|axe-core|fake-indexeddb|jest|jest-environment-jsdom)$/;
export const testingDependencies = (checkout: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(checkout).filter(([name]) => TESTING.test(name)));

const launcherFile = (command: string) => `bin/${command}.js`;

/** The file of a command. On an older Node the module itself would fail with words that name no remedy. */
export const launcherOf = (command: string, module: string): { file: string; text: string } => ({
  file: launcherFile(command),
  text: `#!/usr/bin/env node
if (Number(process.versions.node.split('.')[0]) < ${NODE}) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  process.stderr.write(
    '${command} needs Node ${NODE} or later, and this is ' + process.version + '. Install it, or put it into this folder:\\n' +
      '  npm install --save-dev node-' + system + '-' + process.arch + '@${NODE}\\n' +
      '  npx ${command === 'stepwise-create' ? `node package/${launcherFile(command)}` : command} ' + process.argv.slice(2).join(' ') + '\\n',
  );
  process.exit(1);
}
await import('../${module}');
`,
});

/**
 * The package.json of what is published: both packages have the version of shared-contracts, a module's JavaScript runs, and its
 * source has the types. What develops a package is a dependency of the tooling there: no other package of the repository brings it.
 */
export function packedManifest(
  source: SourceManifest,
  version: string,
  testing: Record<string, string> = {},
): object {
  const { private: _, devDependencies, dependencies, exports, ...rest } = source;
  const isTooling = source.name === '@stepwise/tooling';
  return {
    ...rest,
    version,
    license: 'UNLICENSED',
    engines: { node: `>=${NODE}` },
    dependencies: { ...dependencies, ...(isTooling && { ...devDependencies, ...testing }) },
    exports: {
      ...Object.fromEntries(Object.entries(exports).map(([path, file]) => [path, packedExport(file)])),
      ...(isTooling && { './tsconfig.json': './tsconfig.json' }),
    },
    ...(isTooling && {
      bin: Object.fromEntries(Object.keys(COMMANDS).map((command) => [command, launcherFile(command)])),
    }),
  };
}

const packedExport = (file: string) =>
  file.endsWith('.ts') ? { types: file, default: file.replace(/ts$/, 'js') } : file;

/** A module whose relative imports name JavaScript. Formatted sources have one spelling of each. */
export const withScriptImports = (text: string): string =>
  text.replace(/(\bfrom |\bimport |\bimport\()('\.{1,2}\/[^'\n]+)\.ts'/g, "$1$2.js'");
