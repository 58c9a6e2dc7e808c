import type { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { createClient } from '@stepwise/shared-contracts/client/client';
import { readCsrfToken } from '@stepwise/shared-contracts/client/cookie';
import { createOutbox } from '@stepwise/shared-contracts/client/outbox';
import { createMemoryStorage } from '@stepwise/shared-contracts/client/outbox-storage';
import { openSealedStorage } from '@stepwise/shared-contracts/client/sealed-storage';
import { browserTimeZone } from '@stepwise/shared-contracts/dates/plain-date';
import type { BootData } from '@stepwise/shared-contracts/federation/boot-data';
import type { Save } from '@stepwise/shared-contracts/optimistic/apply';
import { visitorSaves } from '@stepwise/shared-contracts/optimistic/visitor-saves';
import { createParticipantStore } from '@stepwise/shared-contracts/store/participant-store';
import { createStore } from 'zustand/vanilla';
import { createAnnouncements } from './announcements.ts';
import { keepSnapshot } from './keep-snapshot.ts';
import { loadSnapshot } from './load-snapshot.ts';
import { openChannel, whileNoOtherSends } from './other-tabs.ts';
import type { ParticipantBundle } from './participant-bundle.ts';
import { createSession } from './session.ts';
import type { RegistryState, ShellServices } from './shell-services.ts';
import { withPrefetchedResponses } from './with-prefetched-responses.ts';

/** No answer after this long is no answer: nothing shows before the first calls are answered. */
const ANSWER_TIMEOUT_MS = 20_000;

/** Its schemas come with the participant's part. */
const ALL_DATA: typeof allData.path = '/api/all-data/';

/** 32 random hexadecimal digits. `randomUUID` is missing on a page that comes over plain HTTP. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const leave = (location: string): void => window.location.assign(location);

/** Puts the shell's services together from what the browser offers and the document holds. */
export async function createServices(
  { site, answers }: Pick<BootData, 'site' | 'answers'>,
  loadParticipantBundle: () => Promise<ParticipantBundle>,
): Promise<ShellServices> {
  // The store has a participant's own from then on, until they log out.
  const { [ALL_DATA]: _, ...texts } = answers ?? {};
  let saves: readonly Save[] = visitorSaves;
  const client = createClient({
    fetch: withPrefetchedResponses(answers, async (input, init) => {
      const answer = await window.fetch(input, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS), ...init });
      if (answer.ok) void session.noteAnswer();
      return answer;
    }),
    csrfToken: () => readCsrfToken(document.cookie),
    timeZone: browserTimeZone,
    onLoggedOut: (location) => (location ? leave(location) : session.expire()),
    onRevision: (revision) => registry.setState({ revision }),
    onRememberedFor: (seconds) => session.setRememberedUntil(seconds),
    onSessionEnd: (seconds) => {
      const endsAt = Date.now() + seconds * 1000;
      session.setExpiry(endsAt);
      sessionEnds.postMessage(endsAt);
    },
  });
  const registry = createStore<RegistryState>(() => ({ revision: null }));
  const sessionEnds = openChannel('session-end');
  const otherOutboxes = openChannel('outbox');
  const outbox = createOutbox({
    client,
    storage: await openSealedStorage('outbox').catch(createMemoryStorage),
    findCall: (path) => saves.find(({ call }) => call.path === path)?.call,
    now: () => new Date(),
    timeZone: browserTimeZone,
    newId,
    exclusively: whileNoOtherSends,
    schedule: (task, delayMs) => setTimeout(task, delayMs),
    notifyOtherTabs: (message) => otherOutboxes.postMessage(message),
    onAnswer: (entry, success) => store.reconcile(entry, success),
    onStale: () => void session.refresh().catch(() => {}),
  });
  otherOutboxes.onmessage = ({ data }) => void outbox.receive(data);
  const store = createParticipantStore(outbox.state, () => saves);
  const snapshot = loadSnapshot();
  const otherTabs = openChannel('account');
  const session = createSession({
    client,
    outbox,
    store,
    snapshot,
    async loadParticipantBundle() {
      const part = await loadParticipantBundle();
      saves = part.saves;
      return part;
    },
    currentPath: () => window.location.pathname + window.location.search,
    leave,
    onAccountChange: (account) => otherTabs.postMessage(account),
    now: Date.now,
  });

  // Using one tab prolongs the session of all.
  sessionEnds.onmessage = ({ data }) => session.setExpiry(data);
  // The session is the browser's, not the tab's: a tab that still shows another participant would save under a wrong name.
  otherTabs.onmessage = ({ data: account }) => {
    if (account !== (store.getState().user?.id ?? null)) window.location.reload();
  };
  keepSnapshot(session, store, snapshot);
  const isOffline = () => session.state.getState().fault === 'offline';
  // A session that resumes sends what is unsent itself.
  window.addEventListener('online', () => void (isOffline() ? session.resume() : outbox.flush()));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    if (!isOffline()) void outbox.flush();
    void session.resume();
  });

  return {
    site,
    answers: texts,
    client,
    outbox,
    store,
    session,
    registry,
    announcements: createAnnouncements(),
    now: () => new Date(),
  };
}
