import * as calls from '@stepwise/shared-contracts/calls/survey.calls';
import { presentSurveyQuestions } from '../../domain/core/content/present-content.ts';
import { type CountedExclusion, countExclusion } from '../../domain/trial/survey/count-exclusion.command.ts';
import { saveOutcome } from '../../domain/trial/survey/save-outcome.command.ts';
import { type SurveyOutcome, scoreSurvey } from '../../domain/trial/survey/score-survey.ts';
import { notFound, unanswered } from '../../platform/errors/app-error.ts';
import { presentUser } from '../participant/present-user.ts';
import { forAnyone } from '../route/route.ts';
import { findSurveyAnswers, saveSurveyAnswer } from './survey-answers.ts';

declare module '../../platform/sessions/session-data.ts' {
  interface SessionData {
    /** The score of a visitor's survey, until they sign up. Never the answers. */
    survey?: SurveyOutcome;
    /** As what a visitor whom it rules out was counted, so that they count once. */
    exclusion?: CountedExclusion;
  }
}

export const surveyRoutes = {
  surveyData: forAnyone(calls.surveyData, async ({ op, ctx }) => {
    const answers = await findSurveyAnswers(op.db, ctx);
    const questions = presentSurveyQuestions(op.content);
    return { status: 200, body: { questions, answers: questions.map(({ id }) => answers.get(id) ?? null) } };
  }),

  surveySaveOption: forAnyone(calls.surveySaveOption, async ({ op, ctx, body }) => {
    const question = op.content.survey.questions.find(({ id }) => id === body.questionId);
    const isOffered = body.optionId === null || question?.options.some(({ id }) => id === body.optionId);
    if (!question || !isOffered) throw notFound();
    await saveSurveyAnswer(op.db, ctx, body.questionId, body.optionId);
    return { status: 204 };
  }),

  surveyScore: forAnyone(calls.surveyScore, async ({ op, ctx, session }) => {
    const scoring = scoreSurvey(op.content.survey, await findSurveyAnswers(op.db, ctx));
    if (!scoring.complete) throw unanswered(scoring.unanswered);
    const { outcome, reason } = scoring;
    const { participantId } = session;
    // A visitor's outcome is saved with their session until they sign up.
    if (!participantId) {
      const exclusion = await countExclusion(op, session.exclusion, reason);
      Object.assign(session, { survey: outcome, exclusion });
    }
    const participant = participantId ? await saveOutcome(op, participantId, outcome) : null;
    const user = participant && presentUser(participant, op.content);
    return { status: 200, body: { ...outcome, homestep: user?.homestep ?? 0, user } };
  }),
};
