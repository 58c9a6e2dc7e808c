/// <reference lib="webworker" />
import type { OfflineApp } from '@stepwise/shared-contracts/federation/offline-app';
import { RELEASES_HEADER } from '@stepwise/shared-contracts/federation/offline-app';
import { enable as preloadNavigations } from 'workbox-navigation-preload';
import { matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

/** Longer than a slow server takes. A network that is only pretended to be there shows nothing for as long. */
const ANSWER_TIMEOUT_MS = 10_000;
/** A gateway's word that no server answers. */
const UNREACHABLE = [502, 503, 504];
const SHELL_ROUTES: OfflineApp['routes'] = [
  { path: '/', exact: true },
  { path: '/sign-up', exact: true },
  { path: '/login' },
  { path: '/about' },
];

const worker = self as unknown as ServiceWorkerGlobalScope & { offlineApp: OfflineApp };
const { document, files, versions, routes } = worker.offlineApp;

worker.addEventListener('install', () => void worker.skipWaiting());
preloadNavigations();
precacheAndRoute(
  // An address is of one content for ever.
  files.map((file) => ({ ...file, revision: null })),
  { directoryIndex: '', cleanURLs: false },
);
registerRoute(
  ({ request, sameOrigin }) => request.mode === 'navigate' && sameOrigin,
  ({ event, request, url }) => (isPage(url.pathname) ? open : pass)(event as FetchEvent, request),
);

worker.addEventListener('push', (event) => {
  const { title, body } = (event.data?.json() ?? {}) as { title?: string; body?: string };
  // The next one takes its place, so that none pile up.
  event.waitUntil(worker.registration.showNotification(title ?? '', { body: body ?? '', tag: 'reminder' }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openHome());
});

/** In the window that is open already, where there is one: what is typed there stays. */
async function openHome(): Promise<void> {
  const [open] = await worker.clients.matchAll({ type: 'window' });
  await (open ? open.focus() : worker.clients.openWindow('/'));
}

const isPage = (path: string): boolean =>
  [...SHELL_ROUTES, ...routes].some(
    (route) => path === route.path || (!route.exact && path.startsWith(`${route.path}/`)),
  );

/** The server's own answer, always; only where there is none, what is on the device. */
async function open(event: FetchEvent, request: Request): Promise<Response> {
  const answered = ask(event, request);
  event.waitUntil(answered.then(obeyRegistry));
  const answer = await Promise.race([answered, wait(ANSWER_TIMEOUT_MS)]);
  if (answer && !UNREACHABLE.includes(answer.status)) return answer;
  if (await isComplete()) return new Response(document.body, { headers: document.headers });
  return answer ?? (await answered) ?? Response.error();
}

/** The answer to the preload: left alone, the browser would ask a second time, and without a cookie begin two sessions. */
const pass = async (event: FetchEvent, request: Request): Promise<Response> =>
  (await ask(event, request)) ?? Response.error();

const ask = async (event: FetchEvent, request: Request): Promise<Response | null> => {
  try {
    return (await event.preloadResponse) ?? (await fetch(request));
  } catch {
    return null;
  }
};

const wait = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(resolve, ms, null));

/** A release that was recalled, or files that the browser removed, leave the document unusable. */
const isComplete = async (): Promise<boolean> =>
  (await Promise.all(files.map(({ url }) => matchPrecache(url)))).every(Boolean);

/** Deletes what the registry lists no longer, and asks for the worker that suits it. */
async function obeyRegistry(answer: Response | null): Promise<void> {
  const listed = answer?.headers.get(RELEASES_HEADER)?.split(' ');
  const recalled = listed ? versions.filter((version) => !listed.includes(version)) : [];
  if (recalled.length === 0) return;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (recalled.some((version) => request.url.includes(`/${version}/`))) await cache.delete(request);
  }
  await worker.registration.update();
}
