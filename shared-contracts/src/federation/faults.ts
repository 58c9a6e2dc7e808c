/**
 * What counts as a fault of a release. `failed-in-use`: it threw after it was rendered, as in an event handler. `hung`: the
 * page answered no more while it mounted. `unknown-call`: it made a call that the server does not have.
 */
export const FAULTS = [
  'failed-to-load',
  'failed-to-render',
  'failed-in-use',
  'hung',
  'unknown-call',
] as const;
export type FaultOutcome = (typeof FAULTS)[number];
