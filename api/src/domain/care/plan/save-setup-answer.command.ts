import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import type { setupSaveOption } from '@stepwise/shared-contracts/calls/setup.calls';
import type { SetupQuestion } from '../../core/content/content.schema.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { offeredOptions } from './score-setup.ts';
import { SetupAnswer } from './setup-answer.entity.ts';

/** Saves one answer. Changing the medicine clears a dose that the new medicine does not come in. */
export async function saveSetupAnswer(
  op: Operation,
  participantId: string,
  { questionId, optionId }: ParsedBodyOf<typeof setupSaveOption>,
  { question, answers }: { question: SetupQuestion; answers: Map<number, number> },
): Promise<void> {
  const before = answers.get(questionId) ?? null;
  if (before === optionId) return;
  await save(questionId, optionId);

  if (question.sets !== 'medicine') return;
  if (optionId === null) answers.delete(questionId);
  else answers.set(questionId, optionId);
  const doseQuestion = op.content.setup.questions.find(({ sets }) => sets === 'dose');
  const dose = doseQuestion && answers.get(doseQuestion.id);
  if (!doseQuestion || dose === undefined) return;
  const stillFits = offeredOptions(op.content, doseQuestion, answers).some(({ id }) => id === dose);
  if (!stillFits) await save(doseQuestion.id, null);

  async function save(id: number, option: number | null): Promise<void> {
    const key = { participant: participantId, questionId: id };
    if (option === null) await op.db.nativeDelete(SetupAnswer, key);
    else await op.db.upsert(SetupAnswer, { ...key, optionId: option });
    await op.audit('setup.answered', participantId, {
      before: inWords(id, answers.get(id) ?? null),
      after: inWords(id, option),
    });
  }

  function inWords(id: number, option: number | null) {
    const { setup, medicines } = op.content;
    const asked = setup.questions.find((each) => each.id === id);
    const options = asked?.sets === 'dose' ? medicines.flatMap(({ doses }) => doses) : asked?.options;
    const answer = options?.find((each) => each.id === option)?.text ?? null;
    return { questionId: id, optionId: option, answer };
  }
}
