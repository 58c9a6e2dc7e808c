export interface SourceManifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  exports: Record<string, string>;
  [field: string]: unknown;
}

/** Node's own stripping of types is in this version. */
const ENGINES = { node: '>=24' };

/** The commands of a package in a repository of its own. */
export const COMMANDS = { 'stepwise-release': 'release/release.js', 'stepwise-dev': 'build/dev-server.js' };

/**
 * The package.json of what is published: both packages have the version of shared-contracts, a module's JavaScript runs, and its
 * source has the types. What develops a package is a dependency of the tooling there: no other package of the repository brings it.
 */
export function packedManifest(source: SourceManifest, version: string): object {
  const { private: _, devDependencies, dependencies, exports, ...rest } = source;
  const isTooling = source.name === '@stepwise/tooling';
  return {
    ...rest,
    version,
    license: 'UNLICENSED',
    engines: ENGINES,
    dependencies: { ...dependencies, ...(isTooling && devDependencies) },
    exports: {
      ...Object.fromEntries(Object.entries(exports).map(([path, file]) => [path, packedExport(file)])),
      ...(isTooling && { './tsconfig.json': './tsconfig.json' }),
    },
    ...(isTooling && { bin: COMMANDS }),
  };
}

const packedExport = (file: string) =>
  file.endsWith('.ts') ? { types: file, default: file.replace(/ts$/, 'js') } : file;

/** A module whose relative imports name JavaScript. Formatted sources have one spelling of each. */
export const withScriptImports = (text: string): string =>
  text.replace(/(\bfrom |\bimport |\bimport\()('\.{1,2}\/[^'\n]+)\.ts'/g, "$1$2.js'");
