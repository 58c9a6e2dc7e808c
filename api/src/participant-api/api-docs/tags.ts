import * as consent from '@stepwise/shared-contracts/calls/consent.calls';
import * as content from '@stepwise/shared-contracts/calls/content.calls';
import * as device from '@stepwise/shared-contracts/calls/device.calls';
import * as followUp from '@stepwise/shared-contracts/calls/follow-up.calls';
import * as notification from '@stepwise/shared-contracts/calls/notification.calls';
import * as passkey from '@stepwise/shared-contracts/calls/passkey.calls';
import * as plan from '@stepwise/shared-contracts/calls/plan.calls';
import * as release from '@stepwise/shared-contracts/calls/release.calls';
import * as reminder from '@stepwise/shared-contracts/calls/reminder.calls';
import * as session from '@stepwise/shared-contracts/calls/session.calls';
import * as setup from '@stepwise/shared-contracts/calls/setup.calls';
import * as stop from '@stepwise/shared-contracts/calls/stop.calls';
import * as survey from '@stepwise/shared-contracts/calls/survey.calls';
import * as tracker from '@stepwise/shared-contracts/calls/tracker.calls';
import * as user from '@stepwise/shared-contracts/calls/user.calls';

/** The subjects of the calls, in a participant's order. */
const SUBJECTS = {
  Session: session,
  Survey: survey,
  Consent: consent,
  'Details and questionnaire': user,
  'Setting up a plan': setup,
  'Plan and doses': plan,
  'Check-up': tracker,
  Reminders: reminder,
  'Follow-ups': followUp,
  'Leaving and stopping': stop,
  Devices: device,
  Notifications: notification,
  Passkeys: passkey,
  Texts: content,
  Releases: release,
};

export const tags = Object.keys(SUBJECTS).map((name) => ({ name }));

/** The subject of a call, by its name. */
export function tagOf(call: string): string {
  const found = Object.entries(SUBJECTS).find(([, calls]) => call in calls);
  if (!found) throw new Error(`The call ${call} is in no subject of the API's description.`);
  return found[0];
}
