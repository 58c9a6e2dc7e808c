import * as calls from '@stepwise/shared-contracts/calls/survey.calls';
import { presentSurveyQuestions } from '../../domain/content/present-content.ts';
import { saveOutcome } from '../../domain/survey/save-outcome.command.ts';
import { type SurveyOutcome, scoreSurvey } from '../../domain/survey/score-survey.ts';
import { notFound, unanswered } from '../../platform/errors/app-error.ts';
import { forAnyone } from '../route/route.ts';
import { findSurveyAnswers, saveSurveyAnswer } from './survey-answers.ts';

declare module '../../platform/sessions/session-data.ts' {
  interface SessionData {
    /** The score of a visitor's survey, until they sign up. Never the answers. */
    survey?: SurveyOutcome;
  }
}

export const surveyRoutes = {
  surveyData: forAnyone(calls.surveyData, async ({ em, ctx, services }) => {
    const answers = await findSurveyAnswers(em, ctx);
    const questions = presentSurveyQuestions(services.content);
    return { status: 200, body: { questions, answers: questions.map(({ id }) => answers.get(id) ?? null) } };
  }),

  surveySaveOption: forAnyone(calls.surveySaveOption, async ({ em, ctx, body, services }) => {
    const question = services.content.survey.questions.find(({ id }) => id === body.questionId);
    const isOffered = body.optionId === null || question?.options.some(({ id }) => id === body.optionId);
    if (!question || !isOffered) throw notFound();
    await saveSurveyAnswer(em, ctx, body.questionId, body.optionId);
    return { status: 204 };
  }),

  surveyScore: forAnyone(calls.surveyScore, async (request) => {
    const { em, ctx, services } = request;
    const scoring = scoreSurvey(services.content.survey, await findSurveyAnswers(em, ctx));
    if (!scoring.complete) {
      throw unanswered(scoring.unanswered);
    }
    const participant = await saveOutcome(request, scoring.outcome);
    return {
      status: 200,
      body: {
        ...scoring.outcome,
        homestep: participant?.homestep ?? 0,
        user: participant,
      },
    };
  }),
};
