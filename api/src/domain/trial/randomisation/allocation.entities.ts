import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';
import { ARMS } from './permuted-blocks.ts';

/** How many places of a stratum's list are taken. The list itself follows from the secret seed and is stored nowhere. */
export const AllocationCounter = defineEntity({
  name: 'AllocationCounter',
  tableName: 'allocation_counter',
  properties: {
    stratum: p.string().length(20).primary(),
    taken: p.integer().default(0),
  },
});

/** The one allocation of a participant. `position` counts from 0 within the stratum. */
export const Allocation = defineEntity({
  name: 'Allocation',
  tableName: 'allocation',
  uniques: [{ properties: ['stratum', 'position'] }],
  properties: {
    id: p.integer().primary(),
    participant: () =>
      p.manyToOne(Participant).mapToPk().nullable().unique().deleteRule('set null').updateRule('cascade'),
    stratum: p.string().length(20),
    position: p.integer(),
    arm: p.enum([...ARMS]),
    drawnAt: p.datetime(3),
  },
});
export type Allocation = InferEntity<typeof Allocation>;
