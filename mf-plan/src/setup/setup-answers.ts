import type { SetupQuestion } from '@stepwise/shared-contracts/entities/plan';
import { DOSE_QUESTION, dosesOffered } from '@stepwise/shared-contracts/entities/setup';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { ParticipantState } from '@stepwise/shared-contracts/store/participant-state';

/** The setup questions, their answers so far, and the medicines with their doses. */
export type Setup = Pick<ParticipantState, 'setupQuestions' | 'setupAnswers' | 'medication'>;

export function useSetup(): Setup {
  return {
    setupQuestions: useParticipant((state) => state.setupQuestions),
    setupAnswers: useParticipant((state) => state.setupAnswers),
    medication: useParticipant((state) => state.medication),
  };
}

/** What a question offers: the dose question the doses of the chosen medicine, and none before one is chosen. */
export const offeredOptions = (question: SetupQuestion, setup: Setup) =>
  question.id === DOSE_QUESTION ? dosesOffered(setup) : question.options;

/** The chosen option among those the question offers now, or null. */
export function chosenOption(question: SetupQuestion, setup: Setup) {
  const answer = setup.setupAnswers.find(({ qid }) => qid === question.id)?.oid;
  return offeredOptions(question, setup).find(({ id }) => id === answer) ?? null;
}

/** The first page with a question that has no valid answer, or null when all are answered. */
export function firstUnansweredPage(setup: Setup): number | null {
  const pages = setup.setupQuestions
    .filter((question) => chosenOption(question, setup) === null)
    .map(({ page }) => page);
  return pages.length > 0 ? Math.min(...pages) : null;
}
