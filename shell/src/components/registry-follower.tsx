import { SHELL } from '@stepwise/shared-contracts/federation/names';
import { useEffect } from 'react';
import { useFederation } from '../federation/federation-context.ts';
import { ASK_EVERY_MS, followRegistry } from '../federation/follow-registry.ts';
import { newId } from '../services/create-services.ts';
import { useShell } from '../services/shell-services.ts';

/** The shell that this tab left for the one that a reload gives. */
const LEFT_SHELL = 'left-shell';

/**
 * Keeps this page on the releases of the registry: asks while it is visible, when it is looked at again or left, and when
 * an answer of the API carries another revision.
 */
export function RegistryFollower() {
  const { loader, mounts, scriptFolders } = useFederation();
  const { session, announcements, registry } = useShell();
  useEffect(() => {
    const shell = document.querySelector<HTMLElement>('script[data-version]')?.dataset.version ?? '';
    const ask = followRegistry({
      loader,
      shell,
      page: newId(),
      fetch: (input, init) => window.fetch(input, { signal: AbortSignal.timeout(ASK_EVERY_MS), ...init }),
      path: () => window.location.pathname,
      isLoggedIn: () => session.state.getState().isLoggedIn,
      isHidden: () => document.hidden,
      hasForm: () => document.querySelector('main :is(input, select, textarea), dialog[open]') !== null,
      allow: ({ url }) => scriptFolders.push(url.slice(0, url.lastIndexOf('/') + 1)),
      announce: announcements.announce,
      // Once: a document that still brings the same shell would reload for ever.
      reload() {
        try {
          if (sessionStorage.getItem(LEFT_SHELL) === shell) return;
          sessionStorage.setItem(LEFT_SHELL, shell);
        } catch {
          // Where storage is blocked, a second reload could not be told from the first.
          return;
        }
        window.location.reload();
      },
      untold: mounts?.untold ?? [],
      firstPaint: () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      onRecall: () =>
        void navigator.serviceWorker?.getRegistration().then((registration) => registration?.update()),
    });
    let asked = Promise.resolve();
    const askInTurn = (): void => {
      asked = asked.then(ask);
    };
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = (): void => {
      clearInterval(timer);
      askInTurn();
      if (!document.hidden) timer = setInterval(askInTurn, ASK_EVERY_MS);
    };
    document.addEventListener('visibilitychange', look);
    const unsubscribe = registry.subscribe(({ revision }, before) => {
      if (revision !== before.revision) askInTurn();
    });
    look();
    const unwatch = mounts?.watch(`${SHELL}@${shell}`);
    return () => {
      unwatch?.();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      unsubscribe();
    };
  }, [loader, mounts, scriptFolders, session, announcements, registry]);
  return null;
}
