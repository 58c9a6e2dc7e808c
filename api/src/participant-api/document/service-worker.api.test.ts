import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { type OfflineApp, RELEASES_HEADER } from '@stepwise/shared-contracts/federation/offline-app';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { BuiltRelease } from '@stepwise/shared-contracts/release/built-releases';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';

/** A shell with a service worker, whose script is this text. The registry has the hash of `pinned`. */
function buildShell(version: string, worker: string, pinned = worker): BuiltRelease {
  const path = 'service-worker.js';
  const content = Buffer.from(worker);
  const { release, files } = buildRelease(SHELL, version);
  const asset = { path, integrity: integrityOf(Buffer.from(pinned)), bytes: content.length };
  // What no page loads.
  const others = ['main.js.LICENSE.txt', 'mf-manifest.json'].map((other) => ({ ...asset, path: other }));
  const extras = { ...release.extras, assets: [...release.extras.assets, asset, ...others] };
  return {
    name: SHELL,
    release: { ...release, extras },
    files: new Map([...files, [path, content]]),
  };
}

const routes = [{ path: '/plan', page: 'plan', access: 'participant' as const }];
const manifest = { name: 'mf-plan', title: 'Your plan', contract: '^0.1.0', routes, slots: [] };
const api = await createTestApi();
beforeEach(async () => {
  await putLive(api, buildShell('2.0.0', 'work();'));
  await putLive(api, buildRelease('mf-plan', '1.0.0-plan', { manifest }));
});

const ask = (visitor: Visitor, headers: Record<string, string> = {}) =>
  fetch(`${api.origin}/sw.js`, { headers: { cookie: visitor.cookies.header(), ...headers } });
const read = async (visitor: Visitor) => {
  const script = await (await ask(visitor)).text();
  const [, described = '', worker] = /^self\.offlineApp = (.*);\n(.*)$/s.exec(script) ?? [];
  return { app: JSON.parse(described) as OfflineApp, worker };
};

test('a shell from before there was a service worker removes one', async () => {
  await putLive(api, buildRelease(SHELL, '1.0.0'));
  const script = await (await ask(api.stranger())).text();
  expect(script).toContain('registration.unregister()');
  expect(script).not.toContain('offlineApp');
});

test('the script has the live releases’ files with their hashes, and the worker of the shell', async () => {
  const answer = await ask(api.stranger());
  expect(answer.headers.get('content-type')).toMatch('text/javascript');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const { app, worker } = await read(api.stranger());
  expect(worker).toBe('work();');
  expect(app.versions).toEqual(['2.0.0', '1.0.0-plan']);
  expect(app.routes).toEqual(routes);
  expect(app.files).toEqual([
    { url: expect.stringMatching(/^\/admin\/pages-/) },
    { url: '/shell/2.0.0/main.js', integrity: integrityOf(Buffer.from('shell 2.0.0')) },
    {
      url: '/features/mf-plan/1.0.0-plan/remoteEntry.js',
      integrity: integrityOf(Buffer.from('mf-plan 1.0.0-plan')),
    },
  ]);
});

test('the service worker’s document runs its own inline scripts by their hashes, without a nonce, a token or a last good release', async () => {
  const { app } = await read(api.stranger());
  const { body, headers } = app.document;
  const inline = [...body.matchAll(/<script(?![^>]*(?: src| type))[^>]*>([\s\S]*?)<\/script>/g)];
  expect(inline).toHaveLength(2);
  for (const [, script = ''] of inline)
    expect(headers['content-security-policy']).toContain(
      `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
  expect(body).not.toContain('nonce');
  expect(body).toContain('"offline":true');
  expect(body).not.toContain('lastGood');
  expect(headers['content-security-policy']).not.toContain('nonce');
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  const { 'content-security-policy': _, ...others } = headers;
  expect(others).toEqual({
    ...{ 'content-type': 'text/html; charset=utf-8', 'integrity-policy': 'blocked-destinations=(script)' },
    ...{ 'cross-origin-opener-policy': 'same-origin', 'referrer-policy': 'same-origin' },
    'x-content-type-options': 'nosniff',
  });
});

test('the service worker is the same for a visitor and for each participant', async () => {
  const participant = await api.logIn();
  const script = await (await ask(participant)).text();
  expect(script).toBe(await (await ask(api.stranger())).text());
});

test('the service worker is sent again only once the releases have changed', async () => {
  const visitor = api.stranger();
  const etag = (await ask(visitor)).headers.get('etag') ?? '';
  // As browsers do; Node's fetch would ask past every cache.
  const askAgain = () => ask(visitor, { 'if-none-match': etag, 'cache-control': 'max-age=0' });
  expect((await askAgain()).status).toBe(304);
  await putLive(api, buildRelease('mf-plan', '2.0.0-plan'));
  expect((await askAgain()).status).toBe(200);
});

test('the browser’s own request for it sets no cookie, which could replace the session of a page opened meanwhile', async () => {
  const answer = await ask(api.stranger(), { 'service-worker': 'script' });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('a document names the versions of the registry to a service worker only', async () => {
  const open = async (headers: Record<string, string>) =>
    (await fetch(`${api.origin}/`, { headers })).headers.get(RELEASES_HEADER);
  expect(await open({})).toBeNull();
  await putLive(api, buildRelease('mf-plan', '2.0.0-plan'));
  const versions = (await open({ 'service-worker-navigation-preload': 'true' }))?.split(' ');
  expect(versions).toEqual(expect.arrayContaining(['2.0.0', '1.0.0-plan', '2.0.0-plan']));
});

test('a worker that is not as it was built is not given', async () => {
  await putLive(api, buildShell('3.0.0', 'steal();', 'work();'));
  expect((await ask(api.stranger())).status).toBe(503);
});

test('the service worker rejects other methods', async () => {
  expect((await fetch(`${api.origin}/sw.js`, { method: 'POST' })).status).toBe(405);
});
