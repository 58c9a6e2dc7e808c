import * as calls from '@stepwise/shared-contracts/calls/survey.calls';
import { notFound, unanswered } from '../../http/app-error.ts';
import { forAnyone } from '../../http/route.ts';
import { presentSurveyQuestions } from '../content/present-content.ts';
import { keepOutcome } from './keep-outcome.command.ts';
import { scoreSurvey } from './score-survey.ts';
import { findSurveyAnswers, saveSurveyAnswer } from './survey-answers.ts';

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
    const participant = await keepOutcome(request, scoring.outcome);
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
