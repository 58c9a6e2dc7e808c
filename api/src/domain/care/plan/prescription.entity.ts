import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

/**
 * One dated step of a participant's plan: `dose` mg a day from `date` on, for `days` days (0 on the last). `date` is the
 * day it was taken, or is planned for by what was reported so far.
 */
export const Prescription = defineEntity({
  name: 'Prescription',
  tableName: 'prescription',
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    date: p.date(),
    dose: p.decimal('number').precision(6).scale(2),
    note: p.string().length(2000).default(''),
    /** What has to be prepared before the step. */
    prepare: p.string().length(2000).default(''),
    /** The person's own day on which they said that it is prepared. */
    preparedOn: p.date().nullable(),
    /** The person's own day on which they said that they have talked about it with their doctor or nurse. */
    talkedOn: p.date().nullable(),
    days: p.smallint(),
    /** The day that the plan was saved with, which reports do not move. Earlier versions saved none. */
    planned: p.date().nullable(),
    /** Its dose was in force already when the plan was saved. */
    current: p.boolean().default(false),
  },
});
export type Prescription = InferEntity<typeof Prescription>;
