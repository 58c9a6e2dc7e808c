import type { EntityManager } from '../../../platform/database/orm.ts';
import { makePushKeys, type PushKeys } from '../../../platform/push/push-sender.ts';
import { PushKey } from './push-subscription.entities.ts';

/** Makes the keys at the first start; of several replicas that start at once, one does. */
export async function ensurePushKeys(em: EntityManager): Promise<void> {
  if (await em.findOne(PushKey, { id: 1 })) return;
  await em.upsert(PushKey, { id: 1, ...(await makePushKeys()) }, { onConflictAction: 'ignore' });
}

export const findPushKeys = (em: EntityManager): Promise<PushKeys> => em.findOneOrFail(PushKey, { id: 1 });
