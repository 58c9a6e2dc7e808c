import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';
import { Device } from '../../people/sessions/device.entity.ts';

/** The keys by which push services know this server (VAPID): one pair, made at the first start, shared by all replicas. */
export const PushKey = defineEntity({
  name: 'PushKey',
  tableName: 'push_key',
  properties: {
    id: p.smallint().primary(),
    publicKey: p.string().length(100),
    privateKey: p.string().length(100),
  },
});

/** Where a device takes notifications. It goes with the device: at log-out, at a withdrawal, or logged out elsewhere. */
export const PushSubscription = defineEntity({
  name: 'PushSubscription',
  tableName: 'push_subscription',
  properties: {
    device: () => p.manyToOne(Device).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    endpoint: p.string().length(1000).unique(),
    p256dh: p.string().length(100),
    auth: p.string().length(40),
  },
});
export type PushSubscription = InferEntity<typeof PushSubscription>;
