import * as calls from '@stepwise/shared-contracts/calls/setup.calls';
import { notFound } from '../../http/app-error.ts';
import { inReductionArm } from '../../http/policies.ts';
import { forReading, forSaving } from '../../http/route.ts';
import { recommendSchedule } from './recommend-schedule.ts';
import { saveSetupAnswer } from './save-setup-answer.command.ts';
import { offeredOptions } from './score-setup.ts';
import { findSetupAnswers } from './setup-answers.ts';

export const setupRoutes = {
  setupSaveOption: forSaving(calls.setupSaveOption, [inReductionArm], async (request) => {
    const { em, participant, body, services } = request;
    const question = services.content.setup.questions.find(({ id }) => id === body.questionId);
    if (!question) throw notFound();
    const answers = await findSetupAnswers(em, participant.id);
    const offered = offeredOptions(services.content, question, answers);
    if (body.optionId !== null && !offered.some(({ id }) => id === body.optionId)) throw notFound();
    await saveSetupAnswer(request, question, answers);
    return { status: 204 };
  }),

  setupScore: forReading(calls.setupScore, [inReductionArm], async ({ em, participant, services }) => ({
    status: 200,
    body: await recommendSchedule(em, participant.id, services.content),
  })),
};
