import type { setupSaveOption } from '@stepwise/shared-contracts/calls/setup.calls';
import type { ParticipantRequest } from '../../participant-api/route/route.ts';
import type { SetupQuestion } from '../content/content.schema.ts';
import { offeredOptions } from './score-setup.ts';
import { SetupAnswer } from './setup-answer.entity.ts';

/** Keeps one answer. Changing the medicine clears a dose that the new medicine does not come in. */
export async function saveSetupAnswer(
  { em, participant, body, services, audit }: ParticipantRequest<typeof setupSaveOption>,
  question: SetupQuestion,
  answers: Map<number, number>,
): Promise<void> {
  const { questionId, optionId } = body;
  const before = answers.get(questionId) ?? null;
  if (before === optionId) return;
  await keep(questionId, optionId);

  if (question.sets !== 'medicine') return;
  if (optionId === null) answers.delete(questionId);
  else answers.set(questionId, optionId);
  const doseQuestion = services.content.setup.questions.find(({ sets }) => sets === 'dose');
  const dose = doseQuestion && answers.get(doseQuestion.id);
  if (!doseQuestion || dose === undefined) return;
  const stillFits = offeredOptions(services.content, doseQuestion, answers).some(({ id }) => id === dose);
  if (!stillFits) await keep(doseQuestion.id, null);

  async function keep(id: number, option: number | null): Promise<void> {
    const key = { participant: participant.id, questionId: id };
    if (option === null) await em.nativeDelete(SetupAnswer, key);
    else await em.upsert(SetupAnswer, { ...key, optionId: option });
    await audit('setup.answered', {
      before: { questionId: id, optionId: answers.get(id) ?? null },
      after: { questionId: id, optionId: option },
    });
  }
}
