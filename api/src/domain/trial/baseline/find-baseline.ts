import type { Baseline } from '@stepwise/shared-contracts/entities/baseline';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { readValues, subquery } from '../../../platform/database/query.ts';
import type { Content } from '../../core/content/load-content.ts';

/** A participant's answers, or null; a value for `readValues`. */
export const selectBaseline = (participant: string) =>
  jsonObjectFrom(
    subquery
      .selectFrom('baseline')
      .select(['medicine', 'dose', 'duration'])
      .where('participant_id', '=', participant),
  );

export const findBaseline = async (em: EntityManager, participant: string): Promise<Baseline | null> =>
  (await readValues(em, { baseline: selectBaseline(participant) })).baseline;

/** The words of each answer; an id that the content has no longer is shown as it is. */
export function baselineInWords({ setup, medicines }: Content, { medicine, dose, duration }: Baseline) {
  const options = setup.questions.flatMap((question) => question.options);
  const doses = medicines.flatMap((each) => each.doses);
  const textOf = (list: readonly { id: number; text: string }[], id: number) =>
    list.find((option) => option.id === id)?.text ?? String(id);
  return {
    medicine: textOf(options, medicine),
    dose: textOf(doses, dose),
    duration: textOf(options, duration),
  };
}
