import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startRenderer } from '../../../api/src/platform/renderer/start-renderer.ts';

const SILENT = { info: () => {}, warn: () => {} } as unknown as Parameters<typeof startRenderer>[1];

/** What a server needs to make pages, where the checkout has built them. The renderer is the product's own and ends with this process. */
export async function startPages(checkout: string) {
  const build = join(checkout, '.stepwise/build');
  if (!existsSync(join(build, 'built.json'))) return null;
  const { url, stop } = startRenderer(join(checkout, 'shell/src/server/renderer.ts'), SILENT);
  return { settings: { STEPWISE_BUILD: build, RENDERER_URL: await url() }, stop };
}
