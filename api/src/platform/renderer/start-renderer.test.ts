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
async function render(code: string, timeZone?: string): Promise<{ status: number; body: unknown }> {
  const url = await renderer.url();
  const source = `const loadedIn = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    module.exports = { sharedModules: {}, renderPage() { ${code} } };`;
  const hash = integrityOf(source);
  const brought = await fetch(`${url}/scripts/?${encodeURIComponent(hash)}`, { method: 'PUT', body: source });
  expect(brought.status).toBe(200);
  const body = JSON.stringify({ shell: hash, features: {}, input: '{}', timeZone });
  const response = await fetch(`${url}/pages/`, { method: 'POST', body });
  return { status: response.status, body: await response.json() };
}

/** Asks again until a page is rendered: what was asked for before the end of a process was seen fails. */
async function untilRendered(code: string): Promise<string> {
  for (;;) {
    const { markup } = await render(code).then(
      ({ body }) => body as { markup?: string },
      () => ({ markup: undefined }),
    );
    if (markup !== undefined) return markup;
  }
}

test('renders, and says no more of a page that throws than that', async () => {
  expect(await render(`return '<p>words</p>';`)).toEqual({ status: 200, body: { markup: '<p>words</p>' } });
  expect(await render(`throw new Error('private');`)).toEqual({ status: 500, body: {} });
});

test('each page is in the time zone of who it is for, and its code is loaded in that of none', async () => {
  const HERE = `return loadedIn + ' ' + new Intl.DateTimeFormat().resolvedOptions().timeZone + new Date(0).getHours();`;
  const rendered = [];
  for (const zone of ['Australia/Melbourne', undefined, 'America/Caracas'])
    rendered.push((await render(HERE, zone)).body);
  expect(rendered).toEqual(
    ['UTC Australia/Melbourne10', 'UTC UTC0', 'UTC America/Caracas20'].map((markup) => ({ markup })),
  );
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

/** Leaves the realm on purpose: the process shows which one it is. */
const PROCESS = `const host = URL.constructor('return process')();`;

test('keeps nothing of pages that together need more memory than it may have', async () => {
  const pids = new Set<unknown>();
  for (let page = 0; page < 60; page += 1) {
    const { body } = await render(`${PROCESS}
      globalThis.kept = new Array(1_000_000).fill('eight bytes each');
      return String(host.pid);`);
    pids.add((body as { markup: string }).markup);
  }
  expect(pids.size).toBe(1);
}, 60_000);

test('is replaced once it has grown, after it has answered', async () => {
  const GROW = `URL.constructor('return globalThis')().kept = URL.constructor('return Buffer')().alloc(420_000_000, 1);`;
  const grown = await render(`${PROCESS} ${GROW} return String(host.pid);`);
  const next = await untilRendered(`${PROCESS} return String(host.pid);`);
  expect(next).toMatch(/^\d+$/);
  expect(next).not.toBe((grown.body as { markup: string }).markup);
});

test('one that ends is replaced, and who asks waits for the next', async () => {
  const first = await renderer.url();
  renderer.replace();
  await expect(fetch(`${first}/`)).rejects.toThrow();
  expect(await untilRendered(`return 'again';`)).toBe('again');
});
