import * as contract from '@stepwise/shared-contracts/entities/tracker';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { subquery } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Content } from '../../core/content/load-content.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Activity, Symptom } from './tracker-list.entities.ts';

/** The activities on a participant's list, as a value for `readValues`. */
export const selectActivities = (participant: string) =>
  jsonArrayFrom(
    subquery
      .selectFrom('activity')
      .select(['id', 'text'])
      .where('participant_id', '=', participant)
      .where('removed_at', 'is', null)
      .orderBy('id'),
  );

/** Those of a participant's activities that have these ids, also removed ones, as a value for `readValues`. */
export const selectActivitiesById = (participant: string, ids: readonly number[]) =>
  jsonArrayFrom(
    subquery
      .selectFrom('activity')
      .select(['id', 'text'])
      .where('participant_id', '=', participant)
      .where('id', 'in', ids)
      .orderBy('id'),
  );

/** The same of symptoms. */
export const selectSymptomsById = (participant: string, ids: readonly number[]) =>
  jsonArrayFrom(
    subquery
      .selectFrom('symptom')
      .select(['id', 'text', 'category', 'redflag', 'self_harm as selfHarm'])
      .where('participant_id', '=', participant)
      .where('id', 'in', ids)
      .orderBy('id'),
  );

/** The symptoms on a participant's list, as a value for `readValues`. */
export const selectSymptoms = (participant: string) =>
  jsonArrayFrom(
    subquery
      .selectFrom('symptom')
      .select(['id', 'text', 'category', 'redflag', 'self_harm as selfHarm'])
      .where('participant_id', '=', participant)
      .where('removed_at', 'is', null)
      .orderBy('id'),
  );

export const presentSymptom = ({ id, text, category, redflag, selfHarm }: Symptom): contract.Symptom => ({
  id,
  text,
  category,
  redflag,
  selfHarm,
});

/** Items of a list that may ever be added, those since removed included, which days recorded may name. */
const MAX_ITEMS_EVER = 1_000;

/**
 * Rejects an item for a list that is full: of activities, or of one category of symptoms. The participant's row is locked
 * meanwhile. Throws unprocessable.
 */
export async function checkRoom(
  em: EntityManager,
  participant: string,
  category: contract.Category | null,
): Promise<void> {
  const count = (which: { removedAt?: null }): Promise<number> =>
    category === null
      ? em.count(Activity, { participant, ...which })
      : em.count(Symptom, { participant, category, ...which });
  if ((await count({ removedAt: null })) >= contract.MAX_LIST_LENGTH)
    throw new AppError('unprocessable', contract.LIST_FULL);
  if ((await count({})) >= MAX_ITEMS_EVER)
    throw new AppError('unprocessable', 'No more can be added to this list. Please call the research team.');
}

/** Keeps what leads to help: a symptom of self-harm, and its flag as a warning sign. Throws unprocessable for one. */
export function checkMayGo({ content }: Operation, { selfHarm }: Symptom): void {
  if (selfHarm) throw new AppError('unprocessable', content.safety.help.symptomStays);
}

/** Gives a new participant the trial's own lists. */
export function addDefaultLists(em: EntityManager, participant: string, { tracker }: Content): void {
  for (const { text } of tracker.activities) em.create(Activity, { participant, text });
  for (const { text, category, redflag, selfHarm } of tracker.symptoms) {
    em.create(Symptom, { participant, text, category, redflag, selfHarm });
  }
}
