import type { surveySaveOption } from '../calls/survey.calls.ts';
import type { Apply } from '../store/apply.ts';

export const applySurveySaveOption: Apply<typeof surveySaveOption> = (state, { questionId, optionId }) => ({
  surveyAnswers: state.surveyQuestions.map(({ id }, index) =>
    id === questionId ? optionId : (state.surveyAnswers[index] ?? null),
  ),
});
