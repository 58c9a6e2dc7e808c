import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

const READY_LIMIT_MS = 120_000;

/** Starts a program and waits until its output has `ready`; gives the match. */
export async function startChild(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  ready: RegExp,
): Promise<{ child: ChildProcess; match: RegExpMatchArray }> {
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const match = await new Promise<RegExpMatchArray>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${command} ${reason}:\n${output}`));
    const limit = setTimeout(() => {
      child.kill();
      fail('was not ready in time');
    }, READY_LIMIT_MS);
    const listen = (text: Buffer) => {
      output += text;
      const found = output.match(ready);
      if (!found) return;
      clearTimeout(limit);
      resolve(found);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', (error) => fail(String(error)));
    child.once('exit', () => {
      clearTimeout(limit);
      fail('stopped');
    });
  });
  return { child, match };
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
