import { setupSaveOption } from '@stepwise/shared-contracts/calls/setup.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { SetupAnswer, SetupQuestion } from '@stepwise/shared-contracts/entities/plan';
import { type HostServices, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { PlanSlice } from '@stepwise/shared-contracts/store/plan.slice';
import { reread } from '../reread.ts';

/** The setup questions, their answers so far, and the medicines with their doses. */
export type Setup = Pick<PlanSlice, 'setupQuestions' | 'setupAnswers' | 'medication'>;

/** Question 1 selects the medicine whose doses question 3 offers (specification, section 9). */
const MEDICINE_QUESTION = 1;
const DOSE_QUESTION = 3;

export function useSetup(): Setup {
  return {
    setupQuestions: useParticipant((state) => state.setupQuestions),
    setupAnswers: useParticipant((state) => state.setupAnswers),
    medication: useParticipant((state) => state.medication),
  };
}

const answerTo = (questionId: number, answers: readonly SetupAnswer[]): number | null =>
  answers.find(({ qid }) => qid === questionId)?.oid ?? null;

/** What a question offers: the dose question the doses of the chosen medicine, and none before one is chosen. */
export function offeredOptions(question: SetupQuestion, { setupAnswers, medication }: Setup) {
  if (question.id !== DOSE_QUESTION) return question.options;
  const medicine = answerTo(MEDICINE_QUESTION, setupAnswers);
  return medication.find(({ setupoption }) => setupoption === medicine)?.doses ?? [];
}

/** The chosen option among those the question offers now, or null. */
export function chosenOption(question: SetupQuestion, setup: Setup) {
  const answer = answerTo(question.id, setup.setupAnswers);
  return offeredOptions(question, setup).find(({ id }) => id === answer) ?? null;
}

/** The first page with a question that has no valid answer, or null when all are answered. */
export function firstUnansweredPage(setup: Setup): number | null {
  const pages = setup.setupQuestions
    .filter((question) => chosenOption(question, setup) === null)
    .map(({ page }) => page);
  return pages.length > 0 ? Math.min(...pages) : null;
}

const put = (answers: readonly SetupAnswer[], qid: number, oid: number | null): SetupAnswer[] => [
  ...answers.filter((answer) => answer.qid !== qid),
  { qid, oid },
];

/** The answers after one is given. Another medicine clears a dose it does not come in, as on the server. */
function withAnswer(setup: Setup, questionId: number, optionId: number | null): SetupAnswer[] {
  const answers = put(setup.setupAnswers, questionId, optionId);
  const doseQuestion = setup.setupQuestions.find(({ id }) => id === DOSE_QUESTION);
  const keepsDose = !doseQuestion || chosenOption(doseQuestion, { ...setup, setupAnswers: answers }) !== null;
  return keepsDose ? answers : put(answers, DOSE_QUESTION, null);
}

/** Shows an answer at once and sends it; takes it back when the server refuses it. */
export async function saveAnswer(
  host: Pick<HostServices, 'outbox' | 'store' | 'refresh'>,
  questionId: number,
  optionId: number,
): Promise<void> {
  const { outbox, store } = host;
  const before = store.getState();
  before.setSetupAnswers(withAnswer(before, questionId, optionId));
  try {
    await outbox.send(setupSaveOption, { questionId, optionId });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const { setupAnswers, setSetupAnswers } = store.getState();
    setSetupAnswers(put(setupAnswers, questionId, answerTo(questionId, before.setupAnswers)));
    await reread(host);
  }
}
