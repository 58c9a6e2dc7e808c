import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';
import { Prescription } from './prescription.entity.ts';

/**
 * What was reported as taken: `dose` mg a day from the person's own `day` on. Rows are only ever added; the last one by
 * day, then by when it was made, is in force. See decision 42.
 */
export const DoseReport = defineEntity({
  name: 'DoseReport',
  tableName: 'dose_report',
  indexes: [{ properties: ['participant', 'day'] }],
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade'),
    day: p.date(),
    dose: p.decimal('number').precision(6).scale(2),
    /** The schedule that words the dose and names its medicine. */
    scheduleId: p.smallint(),
    /** The step of the present plan that the dose counts for; null for a step of an earlier plan. */
    prescription: () =>
      p.manyToOne(Prescription).mapToPk().nullable().deleteRule('set null').updateRule('cascade').index(),
    /** The day for which the step was planned when it was taken; null where no step was taken. */
    planned: p.date().nullable(),
    kind: p.enum(['starting', 'step', 'other', 'assumed']),
    reportedAt: p.datetime(3),
    /** Null where it is assumed. */
    reportedBy: p.enum(['participant', 'team']).nullable(),
    /** The person stays on the dose: until a day, or until they say where there is none. */
    stays: p.boolean().default(false),
    stayUntil: p.date().nullable(),
  },
});
export type DoseReport = InferEntity<typeof DoseReport>;
