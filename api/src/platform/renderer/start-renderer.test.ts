import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { startRenderer } from './start-renderer.ts';

const PROGRAM = join(import.meta.dirname, '../../../../shell/src/server/renderer.ts');
const renderer = startRenderer(PROGRAM, pino({ level: 'silent' }));
afterAll(renderer.stop);

const integrityOf = (source: string) => `sha384-${createHash('sha384').update(source).digest('base64')}`;

/** What a shell's page answers whose whole code is this. */
async function render(code: string): Promise<{ status: number; body: unknown }> {
  const url = await renderer.url();
  const source = `module.exports = { sharedModules: {}, renderPage() { ${code} } };`;
  const hash = integrityOf(source);
  const brought = await fetch(`${url}/scripts/?${encodeURIComponent(hash)}`, { method: 'PUT', body: source });
  expect(brought.status).toBe(200);
  const body = JSON.stringify({ shell: hash, features: {}, input: '{}' });
  const response = await fetch(`${url}/pages/`, { method: 'POST', body });
  return { status: response.status, body: await response.json() };
}

test('renders, and says no more of a page that throws than that', async () => {
  expect(await render(`return '<p>words</p>';`)).toEqual({ status: 200, body: { markup: '<p>words</p>' } });
  expect(await render(`throw new Error('private');`)).toEqual({ status: 500, body: {} });
});

test('even code that leaves its realm finds no environment, file, process or worker', async () => {
  const LEAVE = `const host = URL.constructor('return process')();
    const attempt = (task) => { try { return String(task()); } catch (error) { return error.code ?? error.message; } };
    const { readFileSync, writeFileSync } = host.getBuiltinModule('fs');`;
  const { body } = await render(`${LEAVE} return [
      JSON.stringify(host.env),
      attempt(() => readFileSync('/etc/hostname')),
      attempt(() => readFileSync(${JSON.stringify(join(import.meta.dirname, '../../main.ts'))})),
      attempt(() => writeFileSync('/tmp/left-by-a-release', '')),
      attempt(() => host.getBuiltinModule('child_process').spawnSync('true').pid),
      attempt(() => new (host.getBuiltinModule('worker_threads').Worker)('', { eval: true })),
    ].join(' ');`);
  const denied = 'ERR_ACCESS_DENIED';
  expect(body).toEqual({ markup: ['{"TZ":"UTC"}', denied, denied, denied, denied, denied].join(' ') });
});

test('one that ends is replaced, and who asks waits for the next', async () => {
  const first = await renderer.url();
  renderer.replace();
  await expect(fetch(`${first}/`)).rejects.toThrow();
  // What was asked for before it was seen to have ended fails; the next is asked until one answers.
  let isBack = false;
  while (!isBack) {
    isBack = await render(`return 'again';`).then(
      ({ body }) => (body as { markup: string }).markup === 'again',
      () => false,
    );
  }
});
