import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type Router from '@koa/router';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import { chooseRelease } from '@stepwise/shared-contracts/federation/choose-release';
import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import {
  type OfflineApp,
  SERVICE_WORKER,
  SERVICE_WORKER_FILE,
} from '@stepwise/shared-contracts/federation/offline-app';
import {
  type Registry,
  type Release,
  releaseFolder,
  SHELL,
} from '@stepwise/shared-contracts/federation/registry';
import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import type { Context } from 'koa';
import { pagesStylesheet } from '../../platform/html/pages-stylesheet.ts';
import { noPage, type ReadRegistry } from '../../release-api/registry-reader.ts';
import type { FindReleaseFolder } from '../../release-api/release-cache.ts';
import { chooseShell } from './choose-shell.ts';
import { documentPolicies } from './content-security-policy.ts';
import { offlineDocument } from './render-document.ts';

interface ServiceWorkerDependencies {
  readRegistry: ReadRegistry;
  /** Text that stays this person's. */
  person: (ctx: Context) => string;
  /** The version of a shell that failed in this browser. */
  failedShell: (ctx: Context) => string | undefined;
  siteContent: () => SiteContent;
  findRelease: FindReleaseFolder;
}

/** For a shell from before there was a service worker: what an earlier one kept is removed, and so is it. */
const REMOVAL = `self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) =>
  event.waitUntil(
    caches.keys().then((names) => Promise.all([self.registration.unregister(), ...names.map((name) => caches.delete(name))])),
  ),
);
`;

/**
 * The service worker's script: the releases that this person gets, and the worker of their shell. Another set of releases
 * is another script, which a browser asks for at each visit.
 */
export function serviceWorker(router: Router, dependencies: ServiceWorkerDependencies): void {
  const { readRegistry, person, failedShell, siteContent, findRelease } = dependencies;
  router.get(SERVICE_WORKER, async (ctx) => {
    const registry = await readRegistry();
    const shell = chooseShell(registry, person(ctx), failedShell(ctx));
    if (!shell) throw noPage();
    const worker = await readWorker(shell, findRelease);
    const script = worker
      ? `self.offlineApp = ${JSON.stringify(describeOfflineApp(registry, shell, person(ctx), siteContent()))};\n${worker}`
      : REMOVAL;
    ctx.set({
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    ctx.etag = createHash('sha256').update(script).digest('hex');
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.type = 'js';
    ctx.body = script;
  });
}

/** As it was built: the browser knows no hash of it. */
async function readWorker(shell: Release, findRelease: FindReleaseFolder): Promise<string | undefined> {
  const asset = shell.extras.assets.find(({ path }) => path === SERVICE_WORKER_FILE);
  const folder = asset && (await findRelease(SHELL, shell.metadata.version));
  if (!folder) return undefined;
  const content = await readFile(join(folder, SERVICE_WORKER_FILE));
  if (integrityOf(content) !== asset.integrity) throw noPage();
  return content.toString('utf8');
}

function describeOfflineApp(
  registry: Registry,
  shell: Release,
  person: string,
  site: SiteContent,
): OfflineApp {
  const features = Object.keys(registry.microFrontends)
    .filter((name) => name !== SHELL)
    .sort()
    .flatMap((name) => chooseRelease(registry, name, person) ?? []);
  const body = offlineDocument({ registry, shell, person, site, nonce: null, path: '', loggedIn: false });
  return {
    document: {
      body,
      headers: {
        ...documentPolicies({ registry, shell, nonce: null, origins: [] }),
        'content-type': 'text/html; charset=utf-8',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      },
    },
    files: [{ url: pagesStylesheet.path }, ...[shell, ...features].flatMap(filesOf)],
    versions: [shell, ...features].map(({ metadata }) => metadata.version),
    routes: features.flatMap(({ extras }) => extras.manifest?.routes ?? []),
  };
}

const filesOf = (release: Release): OfflineApp['files'] =>
  release.extras.assets
    .filter(({ path }) => ![SERVICE_WORKER_FILE, SERVER_FILE].includes(path) && !/\.(txt|json)$/.test(path))
    .map(({ path, integrity }) => ({ url: releaseFolder(release) + path, integrity }));
