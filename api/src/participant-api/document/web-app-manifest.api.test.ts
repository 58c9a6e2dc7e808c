import { expect, test } from '@jest/globals';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { createTestApi } from '../../testing/create-test-api.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';

const api = await createTestApi({
  content: (content) => ({ ...content, product: { ...content.product, name: 'Stairs' } }),
});
await putLive(api, buildRelease(SHELL, '1.0.0'));

const document = await (await fetch(`${api.origin}/`)).text();
const linked = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"]+)">`).exec(document)?.[1];
const open = (path: string | undefined) => fetch(`${api.origin}${path}`);

/** Width and height in a PNG's header. */
async function sizeOf(path: string): Promise<string> {
  const answer = await open(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  const png = Buffer.from(await answer.arrayBuffer());
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

test('the document links the manifest, which has the product’s name from the content and no more', async () => {
  const answer = await open(linked('manifest'));
  expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  expect(answer.headers.get('set-cookie')).toBeNull();
  const { icons, background_color, theme_color, ...manifest } = await answer.json();
  expect(manifest).toEqual({
    ...{ id: '/', start_url: '/', scope: '/' },
    ...{ name: 'Stairs', short_name: 'Stairs', lang: 'en-AU', display: 'standalone' },
  });
});

test('each icon has the size that the manifest says, one of them maskable', async () => {
  const { icons } = await (await open(linked('manifest'))).json();
  for (const { src, sizes } of icons) expect(await sizeOf(src)).toBe(sizes);
  const described = icons.map(({ src, sizes, type, purpose }: Record<string, string>) => [
    ...[src?.replace(/-\w+\.png$/, ''), sizes, type, purpose],
  ]);
  expect(described).toEqual([
    ['/icons/icon-192', '192x192', 'image/png', undefined],
    ['/icons/icon-512', '512x512', 'image/png', undefined],
    ['/icons/maskable-512', '512x512', 'image/png', 'maskable'],
  ]);
  expect(await sizeOf(linked('apple-touch-icon') ?? '')).toBe('180x180');
});

test('the manifest and its icons take no other method', async () => {
  expect((await fetch(`${api.origin}${linked('manifest')}`, { method: 'POST' })).status).toBe(405);
});
