import type { EntityManager } from '../../platform/database/orm.ts';
import { DailyRecord } from '../tracker/daily-record.entities.ts';

/** A plan has started with the participant's first daily record. */
export const isStarted = async (em: EntityManager, participantId: string): Promise<boolean> =>
  (await em.count(DailyRecord, { participant: participantId })) > 0;
