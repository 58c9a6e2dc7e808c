import { CONTRACT_VERSION } from '@stepwise/shared-contracts/federation/contract-version';
import reactDom from 'react-dom';
import reactDomClient from 'react-dom/client';
import { eagerModules } from './eager-modules.ts';

/** The shell takes each from itself, whatever its version. */
const shareConfig = { singleton: true, requiredVersion: false } as const;
const share = ({ version, module }: { version: string; module: object }) => ({
  version,
  lib: () => module,
  shareConfig,
});
/** Comes with the shell's own pages or with what only a participant needs: no page that a visitor opens first needs it. */
const later = (load: () => Promise<object>) => ({
  version: CONTRACT_VERSION,
  get: async () => {
    const module = await load();
    return () => module;
  },
  shareConfig,
});

/**
 * The one instance of each module that features share with the shell, for Module Federation's runtime, by the names of
 * `build/shared-modules.ts`. A feature's own container checks that the version suits it.
 */
export const sharedModules = {
  ...Object.fromEntries(Object.entries(eagerModules).map(([name, module]) => [name, share(module)])),
  'react-dom/client': share({ version: reactDom.version, module: reactDomClient }),
  '@stepwise/shared-contracts/calls/consent.calls': later(
    () => import(/* webpackChunkName: "pages" */ '@stepwise/shared-contracts/calls/consent.calls'),
  ),
  '@stepwise/shared-contracts/calls/content.calls': later(
    () => import(/* webpackChunkName: "pages" */ '@stepwise/shared-contracts/calls/content.calls'),
  ),
  '@stepwise/shared-contracts/calls/device.calls': later(
    () => import(/* webpackChunkName: "pages" */ '@stepwise/shared-contracts/calls/device.calls'),
  ),
  '@stepwise/shared-contracts/calls/follow-up.calls': later(
    () => import(/* webpackChunkName: "pages" */ '@stepwise/shared-contracts/calls/follow-up.calls'),
  ),
  '@stepwise/shared-contracts/calls/passkey.calls': later(
    () => import(/* webpackChunkName: "pages" */ '@stepwise/shared-contracts/calls/passkey.calls'),
  ),
  '@stepwise/shared-contracts/calls/plan.calls': later(
    () => import(/* webpackChunkName: "participant-bundle" */ '@stepwise/shared-contracts/calls/plan.calls'),
  ),
  '@stepwise/shared-contracts/calls/reminder.calls': later(
    () =>
      import(/* webpackChunkName: "participant-bundle" */ '@stepwise/shared-contracts/calls/reminder.calls'),
  ),
  '@stepwise/shared-contracts/calls/session.calls': later(
    () =>
      import(/* webpackChunkName: "participant-bundle" */ '@stepwise/shared-contracts/calls/session.calls'),
  ),
  '@stepwise/shared-contracts/calls/setup.calls': later(
    () => import(/* webpackChunkName: "participant-bundle" */ '@stepwise/shared-contracts/calls/setup.calls'),
  ),
  '@stepwise/shared-contracts/calls/stop.calls': later(
    () => import(/* webpackChunkName: "pages" */ '@stepwise/shared-contracts/calls/stop.calls'),
  ),
  '@stepwise/shared-contracts/calls/tracker.calls': later(
    () =>
      import(/* webpackChunkName: "participant-bundle" */ '@stepwise/shared-contracts/calls/tracker.calls'),
  ),
  '@stepwise/shared-contracts/calls/user.calls': later(
    () => import(/* webpackChunkName: "participant-bundle" */ '@stepwise/shared-contracts/calls/user.calls'),
  ),
  '@stepwise/shared-contracts/entities/consent': later(
    () => import(/* webpackChunkName: "participant-bundle" */ '@stepwise/shared-contracts/entities/consent'),
  ),
  '@stepwise/shared-contracts/entities/tracker': later(
    () => import(/* webpackChunkName: "participant-bundle" */ '@stepwise/shared-contracts/entities/tracker'),
  ),
};
