import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Stack } from './stack.ts';

const TRY_AGAIN_MS = 200;
const READY_LIMIT_MS = 60_000;

let command: string[] | undefined;
/** Compose 2 is a command of docker, Compose 1 one of its own. */
function composeCommand(): string[] {
  const hasTwo = () => spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0;
  command ??= hasTwo() ? ['docker', 'compose'] : ['docker-compose'];
  return command;
}

/** Runs Compose in the current folder with the current environment, and gives what it prints. Throws when it fails. */
export function compose(...args: string[]): string {
  const [program = '', ...first] = composeCommand();
  const { status, stdout } = spawnSync(program, [...first, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 ** 2,
  });
  // What it printed before the end, such as how images were built, hides the error.
  if (status !== 0) throw new Error(`compose ${args.join(' ')} failed: ${stdout.slice(-2_000)}`);
  return stdout;
}

/** The ids of a service's containers, those that have ended included. */
export const containersOf = (service: string): string[] =>
  compose('ps', '--all', '--quiet', service).split('\n').filter(Boolean);

/** Kills a container as a power cut would. */
export const kill = (container: string): void => {
  execFileSync('docker', ['kill', container], { stdio: 'ignore' });
};

/** The compose stack of the current folder, which answers at `url`. `stop` does nothing: the caller that started it stops it. */
export function composeStack(url: string): Stack {
  return {
    url,
    log: () => '',
    async restart() {
      // Every replica at once, whether it runs or not, without a moment to shut down.
      execFileSync('docker', ['restart', '-t', '0', ...containersOf('api')], { stdio: 'ignore' });
      await untilReady(url);
    },
    stop: async () => undefined,
  };
}

/** Fetches on a connection of its own: the server closes one that stays idle while a command of Compose blocks this process. */
export const fetchAlone = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), connection: 'close' } });

/** Resolves once the stack at `url` can serve. */
export async function untilReady(url: string): Promise<void> {
  const limit = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const answer = await fetchAlone(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > limit) throw new Error(`${url} was not ready in time.`);
    await wait(TRY_AGAIN_MS);
  }
}
