import '@stepwise/shared-contracts/look/look.css';
import { BrowserRouter } from '@stepwise/shared-contracts/router';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createServices } from './app/create-services.ts';
import { FederationContext } from './federation/federation-context.ts';
import { createFeatureLoader } from './federation/load-feature.ts';
import { loadFirstFeature } from './federation/load-first-feature.ts';
import { preloadWhenIdle } from './federation/preload-when-idle.ts';
import { readBootData } from './federation/read-boot-data.ts';

const { features, site, loggedIn } = readBootData();
const loader = createFeatureLoader({ features });
const firstLoaded = loadFirstFeature(loader, features, window.location.pathname, loggedIn);

const services = await createServices(site);
// Nothing shows before it is known who is here; the first route's feature loads meanwhile.
await Promise.all([services.session.start(loggedIn), firstLoaded]);

createRoot(document.getElementById('app') as HTMLElement).render(
  <FederationContext value={{ features, site, loader }}>
    <BrowserRouter>
      <App services={services} />
    </BrowserRouter>
  </FederationContext>,
);
preloadWhenIdle(features, loader);
