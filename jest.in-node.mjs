import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { transform } from './shared-contracts/tooling/testing/jest-transform.ts';

const require = createRequire(import.meta.url);
const runInSandbox = require('jest-circus/runner').default;
const ADAPTER = require.resolve('jest-circus/runner').replace('runner.js', 'jestAdapterInit.js');
const GLOBALS = pathToFileURL(`${import.meta.dirname}/jest.in-node-globals.js`).href;
const STYLES = `export { default } from '@stepwise/tooling/testing/style-stub'`;
const HANDLERS = Symbol.for('EVENT_HANDLERS');

const [[, options]] = Object.values(transform);
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context),
  /** Node loads no style sheets and compiles no JSX. */
  load(url, context, next) {
    if (url.endsWith('.css')) return { format: 'module', source: STYLES, shortCircuit: true };
    if (!url.endsWith('.tsx')) return next(url, context);
    const filename = fileURLToPath(url);
    const { code } = transformSync(readFileSync(filename, 'utf8'), { ...options, filename, swcrc: false });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

let file = 0;

/**
 * Runs a test file as Node runs the product, so that a worker loads it once instead of once per file: Jest's own
 * sandboxes cost a third of the API's tests. Files of one worker therefore share their modules' state and the process;
 * files for jsdom, and those that are watched, stay in a sandbox.
 */
// biome-ignore lint/style/noDefaultExport: jest asks for one
export default async function runInNode(globalConfig, config, environment, runtime, testPath, send) {
  const isWatched = globalConfig.watch || globalConfig.watchAll;
  if (isWatched || 'document' in environment.global)
    return runInSandbox(globalConfig, config, environment, runtime, testPath, send);
  file += 1;
  const { error, warn } = console;
  const jest = environment.moduleMocker;
  // Jest keeps a hundred frames of every error, and Node makes an error for each signature of a cookie.
  Error.stackTraceLimit = 10;
  const inNode = {
    /** Each file has a new circus, with no tests, hooks and listeners of the last one. */
    requireInternalModule() {
      delete globalThis[HANDLERS];
      delete require.cache[ADAPTER];
      return require(ADAPTER);
    },
    requireModule: require,
    enterTestCode() {},
    leaveTestCode() {},
    setGlobalsForRuntime(globals) {
      globalThis[Symbol.for('jest globals in node')] = { ...globals, jest };
    },
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (path) => import(`${pathToFileURL(path)}?file=${file}`),
  };
  try {
    const given = { ...config, injectGlobals: false };
    return await runInSandbox(globalConfig, given, { global: globalThis }, inNode, testPath, send);
  } finally {
    jest.restoreAllMocks();
    Object.assign(console, { error, warn });
  }
}
