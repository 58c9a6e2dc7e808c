import { HOME_STEP, type HomeStep } from '@stepwise/shared-contracts/entities/user';
import { notAllowed, notYet } from '../../platform/errors/app-error.ts';
import type { Policy } from './route.ts';

/** Nobody may do this in the participant's place. */
export const notWhileActing: Policy = ({ isActing }) => {
  if (isActing) throw notAllowed('Only the participant can do this.');
};

export const onlyWhileActing: Policy = ({ isActing }) => {
  if (!isActing) throw notAllowed('Only the research team can do this.');
};

/** Somebody who no longer agrees is recorded no further, however far they had come. */
export const whileAgreed: Policy = ({ participant }) => {
  if (!participant.consentAgree) throw notYet('Nothing new is recorded without your consent.');
};

export const fromHomeStep =
  (step: HomeStep): Policy =>
  ({ participant }) => {
    if (participant.homeStep < step) throw notYet('An earlier step comes first.');
  };

/** The plan and the tracker are for those whom the draw put into the reduction arm. */
export const inReductionArm: Policy = ({ participant }) => {
  if (!participant.randomise || participant.homeStep < HOME_STEP.plan) {
    throw notYet('The plan opens once the questionnaire is confirmed and you are in the reduction group.');
  }
};
