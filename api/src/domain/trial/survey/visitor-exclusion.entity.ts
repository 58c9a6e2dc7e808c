import { defineEntity, p } from '@mikro-orm/core';
import { EXCLUSION_REASONS } from '../../core/content/content.schema.ts';

/** How many visitors without an account the survey ruled out in a month (its first day), by a group of reasons. */
export const VisitorExclusion = defineEntity({
  name: 'VisitorExclusion',
  tableName: 'visitor_exclusion',
  properties: {
    month: p.date().primary(),
    reason: p.enum([...EXCLUSION_REASONS]).primary(),
    visitors: p.integer(),
  },
});
