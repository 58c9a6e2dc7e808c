import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';
import { Staff } from '../../people/staff/staff.entity.ts';

/** The member of staff who deals with a participant's warning signs. */
export const WarningOwner = defineEntity({
  name: 'WarningOwner',
  tableName: 'warning_owner',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    staff: () => p.manyToOne(Staff).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    since: p.datetime(3),
  },
});
export type WarningOwner = InferEntity<typeof WarningOwner>;
