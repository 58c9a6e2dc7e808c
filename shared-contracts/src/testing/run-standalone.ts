import '../look/look.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import type { FeatureModule } from '../federation/feature-contract.ts';
import { HostProvider } from '../federation/host-services.tsx';
import { BrowserRouter } from '../router/router.ts';
import { buildAllData } from './entity-builders.ts';
import { createFakeHost } from './fake-host.ts';

/** Shows every page and slot of one feature, one below the other, with a fake participant and no server. */
export function runStandalone({ pages, slots }: FeatureModule): void {
  const host = createFakeHost({ data: buildAllData(), now: () => new Date() });
  const parts = Object.entries({ ...pages, ...slots }).map(([name, Part]) =>
    createElement('main', { key: name, 'aria-label': name }, createElement(Part)),
  );
  createRoot(document.body.appendChild(document.createElement('div'))).render(
    createElement(BrowserRouter, null, createElement(HostProvider, { services: host, children: parts })),
  );
}
