import type * as contract from '@stepwise/shared-contracts/entities/tracker';
import type { EntityManager } from '../../platform/database/orm.ts';
import type { Content } from '../content/load-content.ts';
import { Activity, Symptom } from './tracker-list.entities.ts';

export const findActivities = (em: EntityManager, participant: string): Promise<Activity[]> =>
  em.find(Activity, { participant, removedAt: null }, { orderBy: { id: 'asc' } });

export const findSymptoms = (em: EntityManager, participant: string): Promise<Symptom[]> =>
  em.find(Symptom, { participant, removedAt: null }, { orderBy: { id: 'asc' } });

export const presentActivity = ({ id, text }: Activity): contract.Activity => ({ id, text });

export const presentSymptom = ({ id, text, category, redflag, selfHarm }: Symptom): contract.Symptom => ({
  id,
  text,
  category,
  redflag,
  selfHarm,
});

/** Gives a new participant the trial's own lists. */
export function addDefaultLists(em: EntityManager, participant: string, { tracker }: Content): void {
  for (const { text } of tracker.activities) em.create(Activity, { participant, text });
  for (const { text, category, redflag, selfHarm } of tracker.symptoms) {
    em.create(Symptom, { participant, text, category, redflag, selfHarm });
  }
}
