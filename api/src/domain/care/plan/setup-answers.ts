import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { readValues, subquery } from '../../../platform/database/query.ts';

/** A participant's setup answers, as a value for `readValues`. */
export const selectSetupAnswers = (participant: string) =>
  jsonArrayFrom(
    subquery
      .selectFrom('setup_answer')
      .select(['question_id as question', 'option_id as option'])
      .where('participant_id', '=', participant),
  );

/** A participant's setup answers: question id → option id. */
export async function findSetupAnswers(em: EntityManager, participant: string): Promise<Map<number, number>> {
  const { answers } = await readValues(em, { answers: selectSetupAnswers(participant) });
  return new Map(answers.map(({ question, option }) => [question, option]));
}
