import * as consentCalls from '@stepwise/shared-contracts/calls/consent.calls';
import * as contentCalls from '@stepwise/shared-contracts/calls/content.calls';
import * as deviceCalls from '@stepwise/shared-contracts/calls/device.calls';
import * as followUpCalls from '@stepwise/shared-contracts/calls/follow-up.calls';
import * as passkeyCalls from '@stepwise/shared-contracts/calls/passkey.calls';
import * as planCalls from '@stepwise/shared-contracts/calls/plan.calls';
import * as reminderCalls from '@stepwise/shared-contracts/calls/reminder.calls';
import * as sessionCalls from '@stepwise/shared-contracts/calls/session.calls';
import * as setupCalls from '@stepwise/shared-contracts/calls/setup.calls';
import * as stopCalls from '@stepwise/shared-contracts/calls/stop.calls';
import * as trackerCalls from '@stepwise/shared-contracts/calls/tracker.calls';
import * as userCalls from '@stepwise/shared-contracts/calls/user.calls';
import * as consent from '@stepwise/shared-contracts/entities/consent';
import * as tracker from '@stepwise/shared-contracts/entities/tracker';
import { eagerModules } from '../federation/eager-modules.ts';

/** What the server builds of features take from the shell's, by name. No page is rendered by `react-dom/client`. */
export const sharedModules: Readonly<Record<string, object>> = {
  ...Object.fromEntries(Object.entries(eagerModules).map(([name, { module }]) => [name, module])),
  '@stepwise/shared-contracts/calls/consent.calls': consentCalls,
  '@stepwise/shared-contracts/calls/content.calls': contentCalls,
  '@stepwise/shared-contracts/calls/device.calls': deviceCalls,
  '@stepwise/shared-contracts/calls/follow-up.calls': followUpCalls,
  '@stepwise/shared-contracts/calls/passkey.calls': passkeyCalls,
  '@stepwise/shared-contracts/calls/plan.calls': planCalls,
  '@stepwise/shared-contracts/calls/reminder.calls': reminderCalls,
  '@stepwise/shared-contracts/calls/session.calls': sessionCalls,
  '@stepwise/shared-contracts/calls/setup.calls': setupCalls,
  '@stepwise/shared-contracts/calls/stop.calls': stopCalls,
  '@stepwise/shared-contracts/calls/tracker.calls': trackerCalls,
  '@stepwise/shared-contracts/calls/user.calls': userCalls,
  '@stepwise/shared-contracts/entities/consent': consent,
  '@stepwise/shared-contracts/entities/tracker': tracker,
};
