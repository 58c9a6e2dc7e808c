import '@stepwise/shared-contracts/design-system/design-system.css';
import { HOME_STEP, type HomeStep } from '@stepwise/shared-contracts/entities/user';
import type { FeatureModule } from '@stepwise/shared-contracts/federation/feature-contract';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { BrowserRouter } from '@stepwise/shared-contracts/router';
import { createElement, type ReactNode, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { buildAllData, buildUser } from './entity-builders.ts';
import { createFakeHost } from './fake-host.ts';

const participantAt = (homestep: HomeStep) =>
  buildAllData({ user: buildUser({ homestep, randomise: homestep >= HOME_STEP.plan }) });

/** A new participant and host for each step, so that nothing of one step is left in another. */
function FakeHost({ homestep, children }: { homestep: HomeStep; children: ReactNode }) {
  const services = useMemo(
    () => createFakeHost({ data: participantAt(homestep), now: () => new Date() }),
    [homestep],
  );
  return createElement(HostProvider, { services, children });
}

function Standalone({ pages, slots }: FeatureModule) {
  const [homestep, setHomestep] = useState<HomeStep>(HOME_STEP.timeline);
  const choices = Object.entries(HOME_STEP).map(([name, step]) =>
    createElement(
      'button',
      {
        key: name,
        type: 'button',
        className: 'button',
        'data-variant': 'link',
        'aria-pressed': step === homestep,
        onClick: () => setHomestep(step),
      },
      step === homestep ? `• ${name}` : name,
    ),
  );
  const parts = Object.entries({ ...pages, ...slots }).map(([name, Part]) =>
    createElement('main', { key: name, 'aria-label': name }, createElement(Part)),
  );
  return createElement(
    BrowserRouter,
    null,
    createElement('nav', { className: 'notice', 'aria-label': 'Step of the fake participant' }, choices),
    createElement(FakeHost, { key: homestep, homestep, children: parts }),
  );
}

/** Shows every page and slot of one feature, one below the other, with a fake participant and no server. */
export function runStandalone(feature: FeatureModule): void {
  const root = document.body.appendChild(document.createElement('div'));
  createRoot(root).render(createElement(Standalone, feature));
}
