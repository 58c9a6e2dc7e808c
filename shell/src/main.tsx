import '@stepwise/shared-contracts/look/look.css';
import { featureOfPath } from '@stepwise/shared-contracts/federation/feature-of-path';
import { BrowserRouter, Route, Routes } from '@stepwise/shared-contracts/router';
import { createRoot } from 'react-dom/client';
import { FeaturePage, FeatureSlot } from './federation/feature-boundary.tsx';
import { FederationContext } from './federation/federation-context.ts';
import { createFeatureLoader } from './federation/load-feature.ts';
import { preloadWhenIdle } from './federation/preload-when-idle.ts';
import { readBootData } from './federation/read-boot-data.ts';

const { features, site, loggedIn } = readBootData();
const loader = createFeatureLoader({ features });

const first = featureOfPath(features, window.location.pathname, loggedIn);
if (first) await loader.loadFeature(first.manifest.name).catch(() => {});

createRoot(document.getElementById('app') as HTMLElement).render(
  <FederationContext value={{ features, site, loader }}>
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<FeatureSlot slot={loggedIn ? 'home-timeline' : 'welcome'} />} />
        {features.flatMap(({ manifest }) =>
          manifest.routes.map(({ path, exact, page }) => (
            <Route
              key={path}
              path={exact ? path : `${path}/*`}
              element={<FeaturePage feature={manifest.name} page={page} />}
            />
          )),
        )}
      </Routes>
    </BrowserRouter>
  </FederationContext>,
);
preloadWhenIdle(features, loader);
