import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../participants/participant.entity.ts';

/**
 * A browser in which a participant logged in, which its sessions belong to and end with. One that they keep logged in has
 * a token: `keyHash` is the SHA-256 of its key, `generation` counts how often it was exchanged.
 */
export const Device = defineEntity({
  name: 'Device',
  tableName: 'device',
  properties: {
    id: p.uuid().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    /** Browser and system in plain words. */
    name: p.string().length(100),
    keyHash: p.string().length(64).nullable().unique(),
    generation: p.integer().default(0),
    rotatedAt: p.datetime(3).nullable(),
    loggedInAt: p.datetime(3),
    lastUsedAt: p.datetime(3),
    /** No session begins here, and none goes on, after this. */
    expiresAt: p.datetime(3).index(),
    /** Ended because a token exchanged before was used again. The row stays, so that both holders learn of it. */
    endedAt: p.datetime(3).nullable(),
  },
});
export type Device = InferEntity<typeof Device>;
