import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { isRecalled, SHELL } from '@stepwise/shared-contracts/federation/registry';
import type { Context, Middleware } from 'koa';
import { MethodNotAllowed, notFound } from '../platform/errors/app-error.ts';
import type { ReadRegistry } from './registry-reader.ts';
import type { FindReleaseFolder } from './release-cache.ts';

// No part may begin with a dot, so nothing outside of a release's folder can be named. `~2/` says that this is the
// browser's second attempt, so that nothing it remembers of the first one answers.
const RELEASE_PATH = /^\/(?:features\/([a-z][a-z0-9-]*)|shell)\/(\d[\w.+-]*)\/(?:~\d+\/)?(\w[\w.-]*)$/;

/** What a release may hold. Anything else in its folder, compressed forms included, has no address of its own. */
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Serves `/features/<name>/<version>/<file>` and `/shell/<version>/<file>`, cached for ever since a release never changes. One
 * that was recalled is not served, so that a page that was about to load it takes what stands in its place.
 */
export const serveReleases =
  (findFolder: FindReleaseFolder, readRegistry: ReadRegistry): Middleware =>
  async (ctx, next) => {
    if (!/^\/(features|shell)\//.test(ctx.path)) return next();
    const [, name = SHELL, version, file] = RELEASE_PATH.exec(ctx.path) ?? [];
    const type = TYPES[extname(ctx.path)];
    if (!version || !file || !type) throw notFound();
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
    // Releases on this machine's disk are served while no registry can be read.
    const registry = await readRegistry().catch(() => undefined);
    if (registry && isRecalled(registry, name, version)) throw notFound();
    const folder = await findFolder(name, version);
    const found = folder && (await findForm(ctx, join(folder, file)));
    if (!found) throw notFound();
    ctx.set({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'Accept-Encoding' });
    if (found.encoding) ctx.set('content-encoding', found.encoding);
    ctx.type = type;
    ctx.length = found.size;
    ctx.body = createReadStream(found.file);
  };

const FORMS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
  { encoding: undefined, suffix: '' },
] as const;

/** The smallest form of a file that the browser takes. */
async function findForm(ctx: Context, file: string) {
  const accepted: string[] = ctx.acceptsEncodings();
  for (const { encoding, suffix } of FORMS) {
    if (encoding && !accepted.includes(encoding)) continue;
    const found = await stat(file + suffix).catch(() => undefined);
    if (found?.isFile()) return { file: file + suffix, size: found.size, encoding };
  }
  return undefined;
}
