import { HOME_STEP, type HomeStep } from '@stepwise/shared-contracts/entities/user';
import { notAllowed, notYet } from '../../platform/errors/app-error.ts';
import type { Policy } from './route.ts';

/** Rejects what only the participant may do. */
export const notWhileActing: Policy = ({ op }) => {
  if (op.onBehalfOf) throw notAllowed('Only the participant can do this.');
};

export const onlyWhileActing: Policy = ({ op }) => {
  if (!op.onBehalfOf) throw notAllowed('Only the research team can do this.');
};

/** Rejects new records of a participant who withdrew consent, at any step. */
export const whileAgreed: Policy = ({ participant }) => {
  if (!participant.consentAgree) throw notYet('Nothing new is recorded without your consent.');
};

export const fromHomeStep =
  (step: HomeStep): Policy =>
  ({ participant }) => {
    if (participant.homeStep < step) throw notYet('An earlier step comes first.');
  };

/** The plan and the tracker are for participants randomised to the reduction arm. */
export const inReductionArm: Policy = ({ participant }) => {
  if (!participant.randomise || participant.homeStep < HOME_STEP.plan) {
    throw notYet('The plan opens once the questionnaire is confirmed and you are in the reduction group.');
  }
};
