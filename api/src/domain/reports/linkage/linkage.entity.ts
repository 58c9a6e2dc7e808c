import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DataLock } from '../../data/data-locks/data-lock.entity.ts';

export const MAX_LINKAGE_REASON_LENGTH = 500;

/** That the ids of the export and of the questionnaires may be linked: started by a manager, released by a second member. */
export const Linkage = defineEntity({
  name: 'Linkage',
  tableName: 'linkage',
  properties: {
    id: p.uuid().primary(),
    /** The lock of everybody's data under which it was started. There is one linkage of a lock. */
    lock: () => p.manyToOne(DataLock).mapToPk().unique(),
    /** Without foreign keys: a linkage outlives the accounts of who started and released it. */
    startedBy: p.uuid(),
    startedAt: p.datetime(3),
    reason: p.string().length(MAX_LINKAGE_REASON_LENGTH),
    confirmedBy: p.uuid().nullable(),
    confirmedAt: p.datetime(3).nullable(),
    confirmReason: p.string().length(MAX_LINKAGE_REASON_LENGTH).nullable(),
    /** SHA-256 (hex) of the file as it was released. */
    sha256: p.string().length(64).nullable(),
    people: p.integer().nullable(),
  },
});
export type Linkage = InferEntity<typeof Linkage>;
