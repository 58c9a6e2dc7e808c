import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { buildOf, pagesOf } from '../../testing/open-page.ts';
import { startRenderer } from './start-renderer.ts';

const PROGRAM = join(import.meta.dirname, '../../../../shell/src/server/renderer.ts');
const renderer = startRenderer(PROGRAM, pino({ level: 'silent' }));
afterAll(renderer.stop);

const pages = pagesOf(() => renderer);
/** With another revision a renderer has no process of the last test. */
let earlier = 0;
beforeEach(() => {
  earlier += 2;
});
const putLive = (source: string, revision = 1) => pages.putLive(source, earlier + revision);
const open = (source: string, person: string | undefined, words = '', revision = 1) =>
  pages.open(source, person, words, earlier + revision);
const HONEST = buildOf('');
const HANGS = `for (;;);`;
/** Once the page is answered. */
const LOOPS_AFTERWARDS = 'const again = () => Promise.resolve().then(again); again()';
const HARM = 'Take a double dose.';

const KEEPS = buildOf(`host.seen = [...(host.seen ?? []), input.words]; return host.seen.join(' and ')`);
const PATCHES = buildOf(`
  for (const json of [JSON, host.JSON]) json.stringify = () => '{"markup":"${HARM}"}';
  for (const array of [Array, host.Array]) array.prototype.join = () => '${HARM}'`);
const PATCHES_LATER = buildOf(`
  host.setInterval(() => { host.JSON.stringify = () => '{"markup":"${HARM}"}'; }, 1)`);
const LISTENS = buildOf(`
  const channel = () => new host.BroadcastChannel('pages');
  if (!host.heard) { host.heard = []; channel().onmessage = ({ data }) => host.heard.push(data); }
  channel().postMessage(input.words);
  return host.heard.join(' and ')`);

describe('a hostile server build, on the page of the next person and once it is recalled', () => {
  test('keeps nothing of one page for another, a visitor’s included', async () => {
    await putLive(KEEPS);
    expect(await open(KEEPS, 'ada', 'of Ada')).toBe('of Ada');
    expect(await open(KEEPS, 'ben', 'of Ben')).toBe('of Ben');
    expect(await open(KEEPS, undefined, 'of nobody')).toBe('of nobody');
    expect(await open(KEEPS, 'ada', 'more of Ada')).toBe('of Ada and more of Ada');
  });

  test.each([
    ['patches prototypes and globals', PATCHES],
    ['patches them by a timer', PATCHES_LATER],
  ])('says nothing in their names where it %s', async (_, hostile) => {
    await putLive(hostile);
    await open(hostile, 'ada', 'of Ada');
    await open(hostile, undefined, 'of nobody');
    expect(await open(HONEST, 'ben', 'of Ben')).toBe('of Ben');
    await putLive(HONEST, 2);
    expect(await open(HONEST, 'ada', 'of Ada', 2)).toBe('of Ada');
    expect(await open(HONEST, undefined, 'of nobody', 2)).toBe('of nobody');
  });

  test('hears no message that another page sends', async () => {
    await putLive(LISTENS);
    await open(LISTENS, 'ada', 'of Ada');
    await open(LISTENS, 'ben', 'of Ben');
    await open(LISTENS, 'ben', 'more of Ben');
    expect(await open(LISTENS, 'ada', 'more of Ada')).toMatch(/^(of Ada)?$/);
  });

  test.each([
    ['while it renders', HANGS],
    ['by a timer', `host.setTimeout(() => { for (;;); })`],
    ['by promises', LOOPS_AFTERWARDS],
  ])('holds up nobody else where it loops %s', async (_, code) => {
    const loops = buildOf(code);
    await putLive(loops);
    expect(await open(HONEST, 'ben', 'of Ben')).toBe('of Ben');
    // The second waits behind the first, in whatever holds that up.
    const own = Promise.all([open(loops, 'ada', 'of Ada'), open(loops, 'ada', 'of Ada')]);
    const first = await Promise.race([own, open(HONEST, 'ben', 'more of Ben')]);
    expect(first).toBe('more of Ben');
    // The first until it has hung for too long, the others until another build is live.
    if (code !== HANGS) await putLive(HONEST, 2);
    await own;
  });

  test('gets no gigabyte, and takes nobody else’s page with it', async () => {
    const grows = buildOf(`host.kept = host.Buffer.alloc(1e9, 1); return '${HARM}'`);
    await putLive(grows);
    const own = open(grows, 'ada', 'of Ada');
    expect(await open(HONEST, 'ben', 'of Ben')).toBe('of Ben');
    // The kernel refuses it on Linux only.
    if (process.platform === 'linux') expect(await own).toBeNull();
  });

  test('opens no socket, by which it would reach another’s process or the renderer', async () => {
    const server = createServer((socket) => socket.destroy());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const tries = buildOf(`
      if (host.heard) return host.heard.join(' ');
      host.heard = [];
      const hear = (emitter, event) => emitter
        .on(event, () => host.heard.push(event))
        .on('error', ({ code }) => host.heard.push(code));
      const net = host.process.getBuiltinModule('net');
      hear(net.connect(${port}, '127.0.0.1'), 'connect');
      hear(new host.process.stdin.constructor().connect(${port}, '127.0.0.1'), 'connect');
      hear(net.createServer().listen(0, '127.0.0.1'), 'listening');`);
    await putLive(tries);
    await open(tries, 'ada');
    const heard = await open(tries, 'ada');
    server.close();
    // Elsewhere than on Linux the kernel has no such limit.
    if (process.platform === 'linux') expect(heard).toBe('EMFILE EMFILE EMFILE');
  });

  test('has no process left after a recall, nor one of a person who has logged out', async () => {
    const names = buildOf(`host.setInterval(() => {}, 1); return String(host.process.pid)`);
    await putLive(names);
    const pidOf = async (person?: string) => Number(await open(names, person));
    const [ada, ben, nobody] = [await pidOf('ada'), await pidOf('ben'), await pidOf()];
    expect(await pidOf('ada')).toBe(ada);
    await fetch(`${await renderer.url()}/people/?ada`, { method: 'DELETE' });
    expect(isThere(ada)).toBe(false);
    expect([ben, nobody].map(isThere)).toEqual([true, true]);
    expect(new Set([ada, ben, nobody]).size).toBe(3);
    await putLive(HONEST, 2);
    expect([ben, nobody].map(isThere)).toEqual([false, false]);
  });

  test('has no process left once the renderer is stopped, also where it loops', async () => {
    const own = startRenderer(PROGRAM, pino({ level: 'silent' }));
    const ofOwn = pagesOf(() => own);
    const loops = buildOf(`${LOOPS_AFTERWARDS}; return String(host.process.pid)`);
    await ofOwn.putLive(loops);
    const pid = Number(await ofOwn.open(loops, 'ada'));
    expect(isThere(pid)).toBe(true);
    await own.stop();
    expect(isThere(pid)).toBe(false);
  });

  test('finds no environment, file, process, worker, signal or priority', async () => {
    const looks = buildOf(`
      const attempt = (task) => { try { return String(task()); } catch (error) { return error.code ?? error.message; } };
      const { readFileSync, writeFileSync } = host.process.getBuiltinModule('fs');
      return [
        JSON.stringify(host.process.env),
        attempt(() => readFileSync('/etc/hostname')),
        attempt(() => readFileSync(${JSON.stringify(PROGRAM)})),
        attempt(() => writeFileSync('/tmp/left-by-a-release', '')),
        attempt(() => host.process.getBuiltinModule('child_process').spawnSync('true').pid),
        attempt(() => new (host.process.getBuiltinModule('worker_threads').Worker)('', { eval: true })),
        attempt(() => host.process.kill(host.process.ppid, 0)),
        attempt(() => host.process.getBuiltinModule('os').setPriority(host.process.ppid, 19)),
      ].join(' ')`);
    await putLive(looks);
    const denied = 'ERR_ACCESS_DENIED';
    expect(await open(looks, 'ada')).toBe(
      [
        '{"TZ":"Australia/Melbourne"}',
        ...Array(5).fill(denied),
        'host.process.kill is not a function',
        'host.process.getBuiltinModule(...).setPriority is not a function',
      ].join(' '),
    );
  });
});

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
