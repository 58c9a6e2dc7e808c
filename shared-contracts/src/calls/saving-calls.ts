import * as plan from './plan.calls.ts';
import * as reminder from './reminder.calls.ts';
import * as setup from './setup.calls.ts';
import * as survey from './survey.calls.ts';
import * as tracker from './tracker.calls.ts';
import * as user from './user.calls.ts';

/** The files of calls with a save in them, which the shell needs from the start. */
export const savingCalls = { ...survey, ...setup, ...user, ...tracker, ...plan, ...reminder };
/** The calls that go through the outbox. */
export type SavingCallName = {
  [N in keyof typeof savingCalls]: (typeof savingCalls)[N] extends { saves: true } ? N : never;
}[keyof typeof savingCalls];
