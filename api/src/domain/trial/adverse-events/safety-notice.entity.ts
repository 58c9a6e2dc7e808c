import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Staff } from '../../people/staff/staff.entity.ts';
import { AdverseEvent } from './adverse-event.entities.ts';
import { REPORT_TARGETS, type ReportTarget, SAFETY_NOTICES } from './safety-clock.ts';

/** A message about the report of a serious event that was sent to a member of the team. */
export const SafetyNotice = defineEntity({
  name: 'SafetyNotice',
  tableName: 'safety_notice',
  properties: {
    event: () => p.manyToOne(AdverseEvent).mapToPk().primary().deleteRule('cascade'),
    kind: p.enum([...SAFETY_NOTICES]).primary(),
    target: p
      .enum(Object.keys(REPORT_TARGETS) as ReportTarget[])
      .primary()
      .default('sponsor'),
    staff: () => p.manyToOne(Staff).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    sentAt: p.datetime(3),
  },
});
export type SafetyNotice = InferEntity<typeof SafetyNotice>;
