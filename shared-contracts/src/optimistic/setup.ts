import type { setupSaveOption } from '../calls/setup.calls.ts';
import type { SetupAnswer } from '../entities/plan.ts';
import { DOSE_QUESTION, dosesOffered } from '../entities/setup.ts';
import type { Apply } from '../store/apply.ts';

const put = (answers: readonly SetupAnswer[], qid: number, oid: number | null): SetupAnswer[] => [
  ...answers.filter((answer) => answer.qid !== qid),
  { qid, oid },
];

/** Another medicine clears a dose it does not come in, as on the server. */
export const applySetupSaveOption: Apply<typeof setupSaveOption> = (state, { questionId, optionId }) => {
  const setupAnswers = put(state.setupAnswers, questionId, optionId);
  const dose = setupAnswers.find(({ qid }) => qid === DOSE_QUESTION)?.oid;
  const isOffered = dosesOffered({ ...state, setupAnswers }).some(({ id }) => id === dose);
  return { setupAnswers: isOffered ? setupAnswers : put(setupAnswers, DOSE_QUESTION, null) };
};
