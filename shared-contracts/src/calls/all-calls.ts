import * as content from './content.calls.ts';
import * as device from './device.calls.ts';
import * as passkey from './passkey.calls.ts';
import * as plan from './plan.calls.ts';
import * as release from './release.calls.ts';
import * as reminder from './reminder.calls.ts';
import * as session from './session.calls.ts';
import * as setup from './setup.calls.ts';
import * as survey from './survey.calls.ts';
import * as tracker from './tracker.calls.ts';
import * as user from './user.calls.ts';

/** Every call of the product by name. The API fails to type-check while one has no handler. */
export const allCalls = {
  ...session,
  ...device,
  ...passkey,
  ...survey,
  ...setup,
  ...user,
  ...tracker,
  ...plan,
  ...content,
  ...reminder,
  ...release,
};
export type CallName = keyof typeof allCalls;
/** The calls that go through the outbox. */
export type SavingCallName = {
  [N in CallName]: (typeof allCalls)[N] extends { saves: true } ? N : never;
}[CallName];
