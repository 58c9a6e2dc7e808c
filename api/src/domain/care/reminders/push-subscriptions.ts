import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { isKnownPushService, type PushTarget } from '../../../platform/push/push-sender.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Device } from '../../people/sessions/device.entity.ts';
import { PushSubscription } from './push-subscription.entities.ts';

interface OfDevice {
  participant: string;
  device: string;
}

/**
 * Has a device show reminders as notifications. A browser has one address, so that another person who used it gets none
 * there any more. Throws unprocessable for an address that is not of a known push service, and not-yet for a device that
 * was logged out elsewhere meanwhile.
 */
export async function addPushSubscription(
  op: Operation,
  { participant, device }: OfDevice,
  { endpoint, p256dh, auth }: PushTarget,
): Promise<void> {
  if (!isKnownPushService(endpoint)) {
    const message = 'This browser’s notifications cannot be used.';
    throw new AppError('unprocessable', message, [{ path: ['endpoint'], message }]);
  }
  const isLoggedIn = await op.db.findOne(Device, { id: device }, { lockMode: LockMode.PESSIMISTIC_READ });
  if (!isLoggedIn) throw new AppError('not-yet', 'This device has been logged out.');
  await op.db.nativeDelete(PushSubscription, { endpoint, device: { $ne: device } });
  await op.db.upsert(PushSubscription, { device, participant, endpoint, p256dh, auth });
  await op.audit('notifications.turned-on', participant, {});
}

export async function removePushSubscription(
  op: Operation,
  { participant, device }: OfDevice,
): Promise<void> {
  if (await op.db.nativeDelete(PushSubscription, { device, participant }))
    await op.audit('notifications.turned-off', participant, {});
}

export const findPushSubscriptions = (em: EntityManager, participant: string): Promise<PushSubscription[]> =>
  em.find(PushSubscription, { participant }, { orderBy: { device: 'asc' }, refresh: true });

/** What a push service says is gone is not asked again. */
export const forgetPushSubscription = (em: EntityManager, { device, endpoint }: PushSubscription) =>
  em.nativeDelete(PushSubscription, { device, endpoint });
