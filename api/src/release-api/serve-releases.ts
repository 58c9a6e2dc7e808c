import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { FEDERATION_MANIFEST } from '@stepwise/shared-contracts/federation/names';
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
export const serveReleases = (findFolder: FindReleaseFolder, readRegistry: ReadRegistry): Middleware => {
  const findForm = keptForms();
  return async (ctx, next) => {
    if (!/^\/(features|shell)\//.test(ctx.path)) return next();
    const [, name = SHELL, version, file] = RELEASE_PATH.exec(ctx.path) ?? [];
    const type = file === FEDERATION_MANIFEST ? 'application/json' : TYPES[extname(ctx.path)];
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
    ctx.body = found.bytes;
  };
};

const FORMS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
  { encoding: undefined, suffix: '' },
] as const;

interface Form {
  bytes: Buffer;
  encoding: (typeof FORMS)[number]['encoding'];
}

const MAX_CACHE_BYTES = 16_000_000;

/** The smallest form of a file that the browser takes. Those asked for are kept in memory, the oldest given up first. */
function keptForms() {
  const kept = new Map<string, Form>();
  let keptBytes = 0;
  return async (ctx: Context, file: string): Promise<Form | undefined> => {
    const accepted: string[] = ctx.acceptsEncodings();
    const forms = FORMS.filter(({ encoding }) => !encoding || accepted.includes(encoding));
    const key = `${forms.map(({ suffix }) => suffix)} ${file}`;
    const form = kept.get(key) ?? (await readForm(file, forms));
    if (!form || kept.has(key)) return form;
    kept.set(key, form);
    keptBytes += form.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (keptBytes <= MAX_CACHE_BYTES) break;
      kept.delete(oldest);
      keptBytes -= bytes.length;
    }
    return form;
  };
}

async function readForm(file: string, forms: readonly (typeof FORMS)[number][]): Promise<Form | undefined> {
  for (const { encoding, suffix } of forms) {
    const bytes = await readFile(file + suffix).catch(() => undefined);
    if (bytes) return { bytes, encoding };
  }
  return undefined;
}
