import '@stepwise/shared-contracts/design-system/design-system.css';
import type { Outbox } from '@stepwise/shared-contracts/client/outbox';
import { SERVER_MARKUP, SHELL } from '@stepwise/shared-contracts/federation/names';
import { BrowserRouter } from '@stepwise/shared-contracts/router';
import { type ReactNode, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { keepFocus } from './app/keep-focus.ts';
import { keepInSight } from './app/keep-in-sight.ts';
import { registerServiceWorker } from './app/register-service-worker.ts';
import { rememberScroll } from './app/scroll-memory.ts';
import { setInitialStates } from './app/set-initial-states.ts';
import { FederationContext } from './federation/federation-context.ts';
import { createFeatureLoader } from './federation/load-feature.ts';
import { loadFirstParts } from './federation/load-first-parts.ts';
import { preloadWhenIdle } from './federation/preload-when-idle.ts';
import { readBootData } from './federation/read-boot-data.ts';
import { releaseName } from './federation/release-name.ts';
import { createReleaseReporter } from './federation/report-release.ts';
import { restrictScripts } from './federation/trusted-types.ts';
import { watchMounts } from './federation/watch-mounts.ts';
import { loadParticipantBundle, loadShellPages } from './lazy-chunks.ts';
import { createServices } from './services/create-services.ts';

// A function rather than `await` at the top level, which would keep webpack from joining the modules into one scope.
async function start(): Promise<void> {
  // The document shows which browsers the app needs.
  if (document.documentElement.hasAttribute('data-old-browser')) return;
  const boot = readBootData();
  const { features, site, loggedIn, offline, scriptFolders } = boot;
  restrictScripts(scriptFolders);
  rememberScroll();
  keepFocus();
  keepInSight();
  const opened = createServices(boot, loadParticipantBundle);
  const report = createReleaseReporter(async () => (await opened).client);
  const mounts = watchMounts();
  const loader = createFeatureLoader({
    features,
    shellPages: loadShellPages,
    report,
    during: mounts.during,
  });
  const { hung, left } = mounts.takeHung(features.map(releaseName));
  for (const release of features)
    if (hung.includes(releaseName(release))) loader.setAside(release, releaseName(release) === left);
  const isKept = offline === true && (await (await opened).session.openSnapshot());
  const firstLoaded = loadFirstParts(loader, features, window.location.pathname, loggedIn || isKept);

  const services = await opened;
  // Nothing shows before it is known who is here; what the first page shows loads meanwhile.
  await Promise.all([isKept || services.session.start(loggedIn || offline === true), firstLoaded]);

  show(
    <FederationContext value={{ site, loader, mounts, report, scriptFolders }}>
      <BrowserRouter>
        <App services={services} />
      </BrowserRouter>
    </FederationContext>,
    // Neither what takes the place of a release that failed, nor what only this device has, is in the markup.
    loader.state.getState().features === features &&
      boot.answers !== undefined &&
      !hasUnsent(services.outbox) &&
      (() => setInitialStates(services, loader)),
  );
  // The network may be back, or only slow.
  if (isKept) void services.session.resume();
  preloadWhenIdle([SHELL, ...features.map(({ manifest }) => manifest.name)], loader, registerServiceWorker);
}

/** Forms and drafts begin with it. */
function hasUnsent({ state }: Outbox): boolean {
  const { entries, rejected, draft, typed = {} } = state.getState();
  return [entries, rejected, Object.keys(typed)].some(({ length }) => length > 0) || draft !== null;
}

/** Where the document holds the page, takes that over after `prepare`, unless that is false. */
function show(app: ReactNode, prepare: (() => void) | false): void {
  const element = document.getElementById('app') as HTMLElement;
  const shown = <Shown element={element}>{app}</Shown>;
  // The server knows no place in the browser's history, and so not what is kept with it.
  if (!prepare || !element.hasAttribute(SERVER_MARKUP) || window.history.state?.usr) {
    createRoot(element).render(shown);
    return;
  }
  prepare();
  // What the page shows next takes the place of markup that differs: nothing is lost, and there is nothing to report.
  hydrateRoot(element, shown, { onRecoverableError: () => {} });
}

/** Says that the app answers, in the commit that hydrates: before an effect ran, events could come in between. */
function Shown({ element, children }: { element: HTMLElement; children: ReactNode }) {
  useLayoutEffect(() => element.removeAttribute(SERVER_MARKUP), [element]);
  return children;
}

void start();
