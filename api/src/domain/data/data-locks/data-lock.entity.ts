import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

export const MAX_LOCK_REASON_LENGTH = 500;

/** The data of one participant, or of all, are locked from `lockedAt` until `unlockedAt`. */
export const DataLock = defineEntity({
  name: 'DataLock',
  tableName: 'data_lock',
  properties: {
    id: p.uuid().primary(),
    /** Null for everybody's. */
    participant: () =>
      p.manyToOne(Participant).mapToPk().nullable().deleteRule('cascade').updateRule('cascade').index(),
    /** Without foreign keys: a lock outlives the accounts of who made and opened it. */
    lockedBy: p.uuid(),
    lockedAt: p.datetime(3),
    /** Null where it was locked before a reason was asked for. */
    reason: p.string().length(MAX_LOCK_REASON_LENGTH).nullable(),
    /** SHA-256 (hex) of the data as they were locked; see hash-data.ts. */
    hash: p.string().length(64),
    /** How the hash was made: see hash-data.ts. */
    hashFormat: p.smallint().default(1),
    unlockedBy: p.uuid().nullable(),
    unlockedAt: p.datetime(3).nullable(),
    unlockReason: p.string().length(MAX_LOCK_REASON_LENGTH).nullable(),
  },
});
export type DataLock = InferEntity<typeof DataLock>;
