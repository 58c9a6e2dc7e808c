import type { Call } from './call.ts';
import * as consent from './consent.calls.ts';
import * as content from './content.calls.ts';
import * as device from './device.calls.ts';
import * as followUp from './follow-up.calls.ts';
import * as notification from './notification.calls.ts';
import * as passkey from './passkey.calls.ts';
import * as release from './release.calls.ts';
import { savingCalls } from './saving-calls.ts';
import * as session from './session.calls.ts';
import * as stop from './stop.calls.ts';

/** Every call of the product by name. The API fails to type-check while one has no handler. */
export const allCalls = {
  ...session,
  ...device,
  ...notification,
  ...passkey,
  ...followUp,
  ...stop,
  ...consent,
  ...savingCalls,
  ...content,
  ...release,
};
export type CallName = keyof typeof allCalls;

export const findCall = (path: string): Call | undefined =>
  Object.values<Call>(allCalls).find((call) => call.path === path);
