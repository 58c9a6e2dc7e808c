import { DATA_CONSENTS, type DataConsent } from '@stepwise/shared-contracts/entities/consent';

/**
 * The screens of stopping and after 'I do not agree', in the address, so that Back and a reload do what people expect:
 * `declined` says what stays possible after a new version was declined; `stop` offers the degrees of stopping, of which `leave-plan` and `no-contact` have a screen each; `data` asks whether information may be kept, `retention` what happens to it otherwise, and each option has its own.
 */
const CONSENT_STEPS = [
  'declined',
  'stop',
  'leave-plan',
  'no-contact',
  'data',
  'retention',
  'delete',
  'anonymous',
  'help',
] as const;
export type ConsentStep = (typeof CONSENT_STEPS)[number];

export const FORM_PATH = '/consent';
export const stepPath = (step: ConsentStep): string => `${FORM_PATH}?step=${step}`;

/** The step an address names; null for the form itself. */
export const findStep = (name: string | null): ConsentStep | null =>
  CONSENT_STEPS.find((step) => step === name) ?? null;

/** The thank-you stands in the history entry and never in the address: only a saved choice opens it. */
export interface ChosenState {
  chosen: DataConsent;
}

export const findChosen = (historyState: unknown): DataConsent | null => {
  const { chosen } = (historyState ?? {}) as Partial<ChosenState>;
  return DATA_CONSENTS.find((value) => value === chosen) ?? null;
};
