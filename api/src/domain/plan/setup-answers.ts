import type { EntityManager } from '../../platform/database/orm.ts';
import { SetupAnswer } from './setup-answer.entity.ts';

/** A participant's setup answers: question id → option id. */
export async function findSetupAnswers(em: EntityManager, participant: string): Promise<Map<number, number>> {
  const answers = await em.find(SetupAnswer, { participant });
  return new Map(answers.map(({ questionId, optionId }) => [questionId, optionId]));
}
