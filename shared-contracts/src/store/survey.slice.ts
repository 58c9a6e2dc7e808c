import type { Survey, SurveyQuestion } from '../entities/survey.ts';
import type { Slice } from './slice.ts';

/** The eligibility survey: `surveyAnswers` is aligned with `surveyQuestions`, null where unanswered. */
export interface SurveySlice {
  surveyQuestions: SurveyQuestion[];
  surveyAnswers: (number | null)[];
  loadSurvey(survey: Survey): void;
  answerSurvey(questionId: number, optionId: number | null): void;
}

export const createSurveySlice: Slice<SurveySlice> = (set) => ({
  surveyQuestions: [],
  surveyAnswers: [],
  loadSurvey: ({ questions, answers }) => set({ surveyQuestions: questions, surveyAnswers: answers }),
  answerSurvey: (questionId, optionId) =>
    set(({ surveyQuestions, surveyAnswers }) => ({
      surveyAnswers: surveyQuestions.map(({ id }, index) =>
        id === questionId ? optionId : (surveyAnswers[index] ?? null),
      ),
    })),
});
