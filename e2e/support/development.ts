import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

const CHECKOUT = resolve(import.meta.dirname, '../..');

/** `npm run dev` over a copy of a feature, which can be edited. The copy is inside the checkout, so that its imports resolve. */
export async function developFeature(name: string) {
  await mkdir(join(CHECKOUT, '.stepwise'), { recursive: true });
  const root = await mkdtemp(join(CHECKOUT, '.stepwise/development-'));
  const folder = join(root, name);
  await cp(join(CHECKOUT, name), folder, { recursive: true });
  const server = spawn('node', [join(CHECKOUT, 'shared-contracts/tooling/build/dev-server.ts')], {
    cwd: folder,
    env: { ...process.env, PORT: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [alone, remote] = await new Promise<[string, string]>((ready, fail) => {
    let output = '';
    server.once('exit', () => fail(new Error(`The development server stopped:\n${output}`)));
    server.stdout.on('data', (text: Buffer) => {
      output += text;
      const found = output.match(/http:\S+/g);
      if (found?.[0] && found[1]) ready([found[0], found[1]]);
    });
  });
  return {
    /** Where the feature shows with a fake host. */
    alone,
    /** What a shell's override names. */
    remote,
    async edit(file: string, from: string, to: string): Promise<void> {
      const path = join(folder, file);
      await writeFile(path, (await readFile(path, 'utf8')).replace(from, to));
    },
    /** Ends it as Ctrl-C does, and gives its exit code. */
    async stop(): Promise<number | null> {
      const exit = once(server, 'exit');
      server.kill('SIGINT');
      const [code] = await exit;
      await rm(root, { recursive: true });
      return code;
    },
  };
}
