import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { buildOf, pagesOf } from '../../testing/open-page.ts';
import { startRenderer } from './start-renderer.ts';

const PROGRAM = join(import.meta.dirname, '../../../../shell/src/server/renderer.ts');
const renderer = startRenderer(PROGRAM, pino({ level: 'silent' }));
afterAll(renderer.stop);
const { putLive, open } = pagesOf(() => renderer);

describe('the renderer', () => {
  test('renders, and says nothing of a page that throws', async () => {
    expect(await open(buildOf(''), undefined, 'words')).toBe('words');
    const url = await renderer.url();
    const throwing = buildOf(`throw new Error(input.words)`);
    expect(await open(throwing, undefined, 'private')).toBeNull();
    expect((await fetch(`${url}/pages/`, { method: 'POST', body: 'private' })).status).toBe(500);
  });

  test('answers only who was told its address', async () => {
    const { origin } = new URL(await renderer.url());
    expect((await fetch(`${origin}/live/`, { method: 'PUT', body: '{}' })).status).toBe(404);
  });

  test('renders in the time zone of whose page it is, and loads builds in that of nobody', async () => {
    const zones = buildOf(`return loadedIn + ' ' + new Date(0).getHours()`);
    await putLive(zones);
    expect(await open(zones, 'ada')).toBe('UTC 10');
    expect(await open(zones, 'ada')).toBe('UTC 10');
  });

  test('is started again when it ends, with its processes, and who asks waits for the next', async () => {
    const pids = buildOf(`return host.process.ppid + ' ' + host.process.pid`);
    const [parent = 0, worker = 0] = ((await open(pids, undefined)) ?? '').split(' ').map(Number);
    const { port } = new URL(await renderer.url());
    const connection = connect(Number(port), '127.0.0.1').on('error', () => {});
    await once(connection, 'connect');
    const closed = new Promise((resolve) => connection.once('close', resolve));
    process.kill(parent, 'SIGKILL');
    await closed;
    const next = ((await open(pids, undefined)) ?? '').split(' ').map(Number);
    expect(next[0]).not.toBe(parent);
    expect(next[1]).not.toBe(worker);
  });
});
