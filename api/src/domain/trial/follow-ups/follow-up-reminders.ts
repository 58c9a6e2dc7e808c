import type { EntityManager } from '../../../platform/database/orm.ts';
import { FollowUpReminder } from './follow-up.entities.ts';

/** Waits for a message that is being sent; none is sent after it. */
export const stopFollowUpReminders = (em: EntityManager, participant: string): Promise<number> =>
  em.nativeDelete(FollowUpReminder, { participant, sentAt: null });
