import * as consentCalls from '@stepwise/shared-contracts/calls/consent.calls';
import * as deviceCalls from '@stepwise/shared-contracts/calls/device.calls';
import * as followUpCalls from '@stepwise/shared-contracts/calls/follow-up.calls';
import * as passkeyCalls from '@stepwise/shared-contracts/calls/passkey.calls';
import * as stopCalls from '@stepwise/shared-contracts/calls/stop.calls';
import { eagerModules } from '../federation/eager-modules.ts';

/** What the server builds of features take from the shell's, by name. No page is rendered by `react-dom/client`. */
export const sharedModules: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Object.entries(eagerModules).map(([name, { module }]) => [name, module])),
  '@stepwise/shared-contracts/calls/consent.calls': consentCalls,
  '@stepwise/shared-contracts/calls/device.calls': deviceCalls,
  '@stepwise/shared-contracts/calls/follow-up.calls': followUpCalls,
  '@stepwise/shared-contracts/calls/passkey.calls': passkeyCalls,
  '@stepwise/shared-contracts/calls/stop.calls': stopCalls,
};
