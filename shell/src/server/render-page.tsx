import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import type { Client } from '@stepwise/shared-contracts/client/client';
import { createOutbox } from '@stepwise/shared-contracts/client/outbox';
import { createMemoryStorage } from '@stepwise/shared-contracts/client/outbox-storage';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { Survey } from '@stepwise/shared-contracts/entities/survey';
import type { BootData } from '@stepwise/shared-contracts/federation/boot-data';
import { checkFeatureModule } from '@stepwise/shared-contracts/federation/feature-contract';
import { SHELL } from '@stepwise/shared-contracts/federation/names';
import { StaticRouter } from '@stepwise/shared-contracts/router/static-router';
import { createParticipantStore } from '@stepwise/shared-contracts/store/participant-store';
import { renderToString } from 'react-dom/server.edge';
import { createStore } from 'zustand/vanilla';
import { App } from '../app/app.tsx';
import { setInitialStates } from '../app/set-initial-states.ts';
import { FederationContext } from '../federation/federation-context.ts';
import type { FeatureLoader, LoadedParts, LoaderState } from '../federation/load-feature.ts';
import { shellPages } from '../pages/shell-pages.ts';
import { createAnnouncements } from '../services/announcements.ts';
import { createSession } from '../services/session.ts';
import type { ShellServices } from '../services/shell-services.ts';

export { sharedModules } from './shared-modules.ts';

export interface PageInput {
  /** Path and query. */
  address: string;
  /** ISO instant. */
  now: string;
  /** What the document holds for the browser, which hydrates with it. */
  boot: Pick<BootData, 'features' | 'site' | 'loggedIn' | 'answers'>;
}

/**
 * The markup of a page as the browser shows it first; null where that says nothing yet, since the page goes elsewhere or
 * still loads. `modules` holds what the server builds of features export, by name. Throws what a page throws.
 */
export function renderPage(
  { address, now, boot }: PageInput,
  modules: Record<string, unknown>,
): string | null {
  const services = createServices(boot, new Date(now));
  const loader = loaderOf(boot.features, modules);
  setInitialStates(services, loader);
  const markup = renderToString(
    <FederationContext value={{ site: boot.site, loader, scriptFolders: [] }}>
      <StaticRouter location={address}>
        <App services={services} />
      </StaticRouter>
    </FederationContext>,
  );
  if (markup.includes('aria-busy="true"')) return null;
  // The document's own script sets them again; its policy allows no such attribute. React writes every other quote as `&quot;`.
  return markup.replaceAll(' style="', ' data-style="');
}

/** Effects do not run on the server, so nothing asks for more than is here. */
const waitForever = () => new Promise<never>(() => {});
const nothing = () => {};

function loaderOf(features: LoaderState['features'], modules: Record<string, unknown>): FeatureLoader {
  const parts: Record<string, LoadedParts> = { [SHELL]: { pages: shellPages, slots: {} } };
  for (const { manifest } of features)
    if (modules[manifest.name]) parts[manifest.name] = checkFeatureModule(modules[manifest.name], manifest);
  const state = createStore<LoaderState>(() => ({ features, parts }));
  return {
    state,
    loadFeature: waitForever,
    giveUp: nothing,
    setAside: nothing,
    isLeft: () => false,
    change: nothing,
  };
}

function createServices({ site, loggedIn, answers }: PageInput['boot'], now: Date): ShellServices {
  const client: Client = { send: waitForever };
  const outbox = createOutbox({
    client,
    storage: createMemoryStorage(),
    findCall: () => undefined,
    now: () => now,
    timeZone: () => 'UTC',
    newId: () => '',
    exclusively: waitForever,
    schedule: nothing,
    notifyOtherTabs: nothing,
    onAnswer: nothing,
    onStale: nothing,
  });
  const store = createParticipantStore(outbox.state, () => []);
  const session = createSession({
    client,
    outbox,
    store,
    snapshot: { read: waitForever, keep: waitForever, erase: waitForever },
    currentPath: () => '',
    loadParticipantBundle: waitForever,
    leave: nothing,
    onAccountChange: nothing,
    now: () => now.getTime(),
  });
  const bodyOf = <T,>(call: { path: string }) => answers?.[call.path]?.body as T | undefined;
  const survey = bodyOf<Survey>(surveyData);
  if (survey) store.server.setState({ surveyQuestions: survey.questions, surveyAnswers: survey.answers });
  store.server.setState(bodyOf<AllData>(allData) ?? {});
  session.state.setState({ isLoggedIn: loggedIn });
  return {
    site,
    ...(answers && { answers }),
    client,
    outbox,
    store,
    session,
    registry: createStore(() => ({ revision: null })),
    announcements: createAnnouncements(),
    now: () => now,
  };
}
