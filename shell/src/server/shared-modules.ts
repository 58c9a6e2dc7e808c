import * as deviceCalls from '@stepwise/shared-contracts/calls/device.calls';
import * as passkeyCalls from '@stepwise/shared-contracts/calls/passkey.calls';
import { eagerModules } from '../federation/eager-modules.ts';

/** What the server builds of features take from the shell's, by name. No page is rendered by `react-dom/client`. */
export const sharedModules: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Object.entries(eagerModules).map(([name, { module }]) => [name, module])),
  '@stepwise/shared-contracts/calls/device.calls': deviceCalls,
  '@stepwise/shared-contracts/calls/passkey.calls': passkeyCalls,
};
