import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeTestFolder } from '@stepwise/api/src/testing/make-test-folder.ts';

const CHECKOUT = resolve(import.meta.dirname, '../..');
export const CHECKOUT_BUILD = join(CHECKOUT, '.stepwise/build');
/** For files of releases that a test changes in the database: a renderer asks for them as the server starts, and they are kept. */
export const WITHOUT_RENDERER = { RENDERER_URL: 'http://127.0.0.1:9' };
/** For journeys about the server's markup, where all others run without; see playwright.config.ts. */
export const WITH_RENDERER = { RENDERER_URL: undefined };
const START_LIMIT_MS = 110_000;
/** Starting a process again compiles nothing again. */
const COMPILED = join(CHECKOUT, 'node_modules/.cache/compiled');

/** What a first start saves depends on these. */
const SAVED_SETTINGS = ['CONTENT_DIR', 'FIXED_TIME'];

/** A seed by which the first participants of the stratum `high` are in the reduction group; see permuted-blocks.ts. */
const ALLOCATION_SEED = 'the-lists-of-the-browser-journeys-25';

/** Undefined takes one away that the environment has. */
type Settings = Record<string, string | undefined>;

export interface Stack {
  url: string;
  /** The server's output so far. */
  log(): string;
  /** Kills the server as a power cut would, and starts it again over the same data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface LocalStack extends Stack {
  dataDir: string;
  /** Kills the server as a power cut would. What it gives starts it again over the same data. */
  cut(): Promise<() => Promise<void>>;
  /** Stops the server, and leaves its data. */
  end(): Promise<void>;
}

/**
 * The real server over an embedded PostgreSQL with data of its own, on a free port. Makes live what
 * the checkout has built, or the build in another folder. `settings` add to the environment's; another checkout runs its own server, and `main` another command that starts it.
 * Where PREPARED_DATA names what `prepare-data.ts` has made, it starts from a copy of that, at half the cost.
 */
export async function startStack(
  build = CHECKOUT_BUILD,
  settings: Settings = {},
  checkout = CHECKOUT,
  main = 'api/src/main.ts',
): Promise<LocalStack> {
  const dataDir = makeTestFolder('stepwise-journeys-');
  const { PREPARED_DATA } = process.env;
  const isOfCheckout = build === CHECKOUT_BUILD && checkout === CHECKOUT;
  if (PREPARED_DATA && isOfCheckout && !SAVED_SETTINGS.some((name) => name in settings))
    await copyData(PREPARED_DATA, dataDir);
  const log: string[] = [];
  let { server, url } = await startServer({ dataDir, build, port: '0', log, settings, checkout, main }).catch(
    async (error) => {
      await remove(dataDir);
      throw error;
    },
  );
  const cut = async () => {
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
    return async () => {
      ({ server } = await startServer({
        dataDir,
        build,
        port: new URL(url).port,
        log,
        settings,
        checkout,
        main,
      }));
    };
  };
  const end = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    await exit;
  };
  return {
    url,
    dataDir,
    log: () => log.join(''),
    cut,
    restart: async () => (await cut())(),
    end,
    async stop() {
      await end();
      await remove(dataDir);
    },
  };
}

/** With the owners of the files, of which PostgreSQL's is one. */
export const copyData = (from: string, to: string) => promisify(execFile)('cp', ['-a', `${from}/.`, to]);

/** Removes the data of a server that has ended. One that was killed has left its database running. */
async function remove(dataDir: string): Promise<void> {
  const file = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '');
  if (file) process.kill(Number.parseInt(file, 10), 'SIGQUIT');
  // Files of a database that is just ending may come back.
  await rm(dataDir, { recursive: true, maxRetries: 20, retryDelay: 100 });
}

async function startServer({
  dataDir,
  build,
  port,
  log,
  settings,
  checkout,
  main,
}: {
  dataDir: string;
  build: string;
  port: string;
  log: string[];
  settings: Settings;
  checkout: string;
  main: string;
}): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn('node', [join(checkout, main)], {
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: dataDir,
      STEPWISE_BUILD: build,
      // Releases of an older version of the product would arrive as well.
      STEPWISE_RELEASES: join(dataDir, 'none'),
      ALLOCATION_SEED,
      NODE_COMPILE_CACHE: COMPILED,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((ready, fail) => {
    const giveUp = (fault: string) => {
      clearTimeout(limit);
      fail(new Error(`${fault}\n${output}`));
    };
    const limit = setTimeout(() => {
      server.kill('SIGKILL');
      giveUp('The server was not ready in time:');
    }, START_LIMIT_MS);
    server.once('exit', () => giveUp('The server stopped:'));
    const listen = (text: Buffer) => {
      log.push(String(text));
      output += text;
      const found = output.match(/is ready at (http:\S+)/);
      if (!found?.[1]) return;
      clearTimeout(limit);
      ready(found[1]);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
  });
  return { server, url };
}
