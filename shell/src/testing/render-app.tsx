import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import type { FeatureModule } from '@stepwise/shared-contracts/federation/feature-contract';
import type { FeatureManifest } from '@stepwise/shared-contracts/federation/feature-manifest';
import { SHELL } from '@stepwise/shared-contracts/federation/names';
import { BrowserRouter } from '@stepwise/shared-contracts/router';
import { buildSurvey } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost, type FakeHost } from '@stepwise/tooling/testing/fake-host';
import { act, cleanup, render } from '@testing-library/react';
import { createStore } from 'zustand/vanilla';
import { App } from '../app/app.tsx';
import { FederationContext } from '../federation/federation-context.ts';
import type { FeatureLoader, LoadedParts } from '../federation/load-feature.ts';
import { shellPages } from '../pages/shell-pages.ts';
import { createAnnouncements } from '../services/announcements.ts';
import { type ParticipantBundle, participantBundle } from '../services/participant-bundle.ts';
import { createSession, type Session } from '../services/session.ts';
import type { KeptState } from '../services/snapshot.ts';

const feature = (name: string, rest: Partial<FeatureManifest>): FeatureModule => {
  const manifest = { name, title: name, contract: '^0.1.0', routes: [], slots: [], ...rest };
  return {
    manifest,
    pages: Object.fromEntries(manifest.routes.map(({ page }) => [page, () => <h1>{page} page</h1>])),
    slots: Object.fromEntries(manifest.slots.map((slot) => [slot, () => <p>{slot} slot</p>])),
  };
};

const FEATURES = [
  feature('mf-survey', {
    routes: [{ path: '/survey', exact: true, page: 'survey', access: 'anyone' }],
    slots: ['welcome'],
  }),
  feature('mf-consent', {
    routes: [{ path: '/consent', page: 'consent', access: 'anyone' }],
    slots: ['home-questionnaire'],
  }),
  feature('mf-plan', {
    routes: [{ path: '/plan', page: 'plan', access: 'participant' }],
    navigation: { label: 'Plan', path: '/plan', icon: 'plan', condition: 'randomised', order: 30 },
  }),
  feature('mf-tracker', { slots: ['home-timeline'] }),
  feature('mf-helpers', {
    routes: [{ path: '/contact', page: 'contact', access: 'participant' }],
    navigation: { label: 'Helpers', path: '/contact', icon: 'helpers', condition: 'participant', order: 20 },
  }),
];

const PARTS: Record<string, LoadedParts> = {
  ...Object.fromEntries(FEATURES.map((parts) => [parts.manifest.name, parts])),
  [SHELL]: { pages: shellPages, slots: {} },
};

const LIVE: LiveFeature[] = FEATURES.map(({ manifest }) => ({
  manifest,
  version: '1',
  url: '/',
  integrity: '',
  container: '',
}));

/** Everything of these features is here already. */
const LOADER: FeatureLoader = {
  state: createStore(() => ({ features: LIVE, parts: PARTS })),
  loadFeature: (name) => (name in PARTS ? Promise.resolve() : Promise.reject(new Error(name))),
  change: () => {},
  giveUp: () => {},
  setAside: () => {},
  isLeft: () => false,
};

export interface RenderedApp {
  host: FakeHost;
  session: Session;
  snapshot: { kept: KeptState | null };
  /** Where the app left for, outside of itself. */
  left: string[];
  /** Who was announced to other tabs. */
  accounts: (string | null)[];
}

/**
 * The whole shell over fake host services, started as `main.tsx` starts it. With `data` the participant is logged in;
 * `prepare` says what else the server answers, or lets a call fail.
 */
export async function renderApp({
  url = '/',
  state = null,
  data,
  kept = null,
  expectLoggedIn = data !== undefined || kept !== null,
  prepare = () => {},
  loadParticipantBundle = async () => participantBundle,
  loader = LOADER,
}: {
  url?: string;
  /** What the browser's history holds at this address, as after a reload. */
  state?: unknown;
  data?: AllData;
  /** What this device keeps of the participant. */
  kept?: KeptState | null;
  /** The document was served to a live session, or is the device's own. */
  expectLoggedIn?: boolean;
  prepare?: (host: FakeHost) => void;
  loadParticipantBundle?: () => Promise<ParticipantBundle>;
  /** Other features than the ones of this file. */
  loader?: FeatureLoader;
} = {}): Promise<RenderedApp> {
  cleanup();
  window.history.replaceState(state, '', url);
  const host = createFakeHost();
  host.answer(surveyData, () => ({ body: buildSurvey() }));
  host.answer(loginCheck, () =>
    data ? { status: 204 } : { status: 200, body: { loggedIn: false as const } },
  );
  if (data) host.answer(allData, () => ({ body: data }));
  prepare(host);

  const left: string[] = [];
  const accounts: (string | null)[] = [];
  const snapshot = {
    kept,
    read: async () => snapshot.kept,
    keep: async () => {},
    erase: async () => {
      snapshot.kept = null;
    },
  };
  const session = createSession({
    client: host.client,
    outbox: host.outbox,
    store: host.store,
    snapshot,
    loadParticipantBundle,
    currentPath: () => window.location.pathname,
    leave: (location) => left.push(location),
    onAccountChange: (account) => accounts.push(account),
    now: () => host.now().getTime(),
  });
  host.refresh = session.refresh;
  await session.start(expectLoggedIn);
  const registry = createStore(() => ({ revision: null }));
  const services = { ...host, session, registry, announcements: createAnnouncements() };
  await act(async () =>
    render(
      <FederationContext value={{ site: host.site, loader, scriptFolders: [] }}>
        <BrowserRouter>
          <App services={services} />
        </BrowserRouter>
      </FederationContext>,
    ),
  );
  return { host, session, snapshot, left, accounts };
}
