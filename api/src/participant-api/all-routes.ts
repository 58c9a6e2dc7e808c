import type { allCalls, CallName } from '@stepwise/shared-contracts/calls/all-calls';
import { consentRoutes } from './consent/consent.routes.ts';
import { followUpRoutes } from './participant/follow-up.routes.ts';
import { participantRoutes } from './participant/participant.routes.ts';
import { reminderRoutes } from './participant/reminder.routes.ts';
import { planRoutes } from './plan/plan.routes.ts';
import { setupRoutes } from './plan/setup.routes.ts';
import { releaseReportRoutes } from './release-report/release-report.routes.ts';
import type { Route } from './route/route.ts';
import { deviceRoutes } from './session/device.routes.ts';
import { passkeyRoutes } from './session/passkey.routes.ts';
import { sessionRoutes } from './session/session.routes.ts';
import { surveyRoutes } from './survey/survey.routes.ts';
import { trackerRoutes } from './tracker/tracker.routes.ts';

/** Every call with its route. A call that has none is a type error here. */
export const allRoutes: { [Name in CallName]: Route<(typeof allCalls)[Name]> } = {
  ...sessionRoutes,
  ...deviceRoutes,
  ...passkeyRoutes,
  ...surveyRoutes,
  ...consentRoutes,
  ...participantRoutes,
  ...setupRoutes,
  ...planRoutes,
  ...trackerRoutes,
  ...reminderRoutes,
  ...followUpRoutes,
  ...releaseReportRoutes,
};
