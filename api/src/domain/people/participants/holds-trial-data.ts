import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import type { Participant } from './participant.entity.ts';

/** Whether the trial has anything of an account beyond its registration: a consent, or what comes after it. */
export const holdsTrialData = ({ homeStep, consentAgree, dataConsent }: Participant): boolean =>
  homeStep > HOME_STEP.consent || consentAgree || dataConsent !== null;
