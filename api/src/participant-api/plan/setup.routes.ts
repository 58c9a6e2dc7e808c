import * as calls from '@stepwise/shared-contracts/calls/setup.calls';
import { recommendSchedule } from '../../domain/care/plan/recommend-schedule.ts';
import { saveSetupAnswer } from '../../domain/care/plan/save-setup-answer.command.ts';
import { offeredOptions } from '../../domain/care/plan/score-setup.ts';
import { findSetupAnswers } from '../../domain/care/plan/setup-answers.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { byPlanState } from '../route/policies.ts';
import { forReading, forSaving } from '../route/route.ts';

export const setupRoutes = {
  setupSaveOption: forSaving(calls.setupSaveOption, [byPlanState], async ({ op, participant, body }) => {
    const question = op.content.setup.questions.find(({ id }) => id === body.questionId);
    if (!question) throw notFound();
    const answers = await findSetupAnswers(op.db, participant.id);
    const offered = offeredOptions(op.content, question, answers);
    if (body.optionId !== null && !offered.some(({ id }) => id === body.optionId)) throw notFound();
    await saveSetupAnswer(op, participant.id, body, { question, answers });
    return { status: 204 };
  }),

  setupScore: forReading(calls.setupScore, [byPlanState], async ({ op, participant }) => ({
    status: 200,
    body: await recommendSchedule(op.db, participant.id, op.content),
  })),
};
