import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { STOP_REASONS } from '@stepwise/shared-contracts/entities/stop';
import { CARRIED_OUT_BY } from './carried-out-by.ts';
import { Participant } from './participant.entity.ts';

/** Only the plan, all contact, or also everything that identifies them. */
export const STOP_DEGREES = ['plan', 'contact', 'anonymous'] as const;
export type StopDegree = (typeof STOP_DEGREES)[number];

/** What a participant stopped. Stopping more later adds a row; of those whose information was deleted none is left. */
export const Stop = defineEntity({
  name: 'Stop',
  tableName: 'stop',
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    degree: p.enum([...STOP_DEGREES]),
    reason: p.enum([...STOP_REASONS]),
    /** The day in the trial's time zone. */
    stoppedOn: p.date(),
    stoppedAt: p.datetime(3),
    carriedOutBy: p.enum([...CARRIED_OUT_BY]),
  },
});
export type Stop = InferEntity<typeof Stop>;
