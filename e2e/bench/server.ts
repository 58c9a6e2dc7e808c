import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Server {
  url: string;
  /** From the start of the command to the first answered request, in ms. */
  startedIn: number;
  pid: number;
  stop(): Promise<void>;
}

/** Runs a command that prints the address where it is ready. */
export async function startServer(
  command: string,
  args: string[],
  { cwd, settings }: { cwd: string; settings: Record<string, string> },
): Promise<Server> {
  const began = performance.now();
  const server = spawn(command, args, {
    cwd,
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Closed once every process of the command is gone: npm is, before the server has stopped its database.
  const exit = once(server, 'close');
  // Only the command itself: npm hands the signal on, and a second one would end the server before it has stopped its
  // database.
  const end = () => void server.kill('SIGTERM');
  process.once('exit', end);
  const url = await new Promise<string>((ready, fail) => {
    let output = '';
    server.stdout.on('data', (text) => {
      output += text;
      const found = output.match(/is ready at (http:\S+)/)?.[1];
      if (found) ready(found);
    });
    exit.then(() => fail(new Error(`${command} stopped: ${output}`)));
  });
  await (await fetch(url)).text();
  return {
    url,
    startedIn: performance.now() - began,
    pid: server.pid ?? 0,
    async stop() {
      process.off('exit', end);
      end();
      await exit;
    },
  };
}
