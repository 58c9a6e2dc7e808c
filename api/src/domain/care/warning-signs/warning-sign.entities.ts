import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

/** A participant's day whose check-up, in any of its versions, has a warning sign. It waits until the team has dealt with it. */
export const WarningSign = defineEntity({
  name: 'WarningSign',
  tableName: 'warning_sign',
  uniques: [{ properties: ['participant', 'date', 'localDate'] }],
  indexes: [{ properties: ['localDate', 'participant'] }],
  properties: {
    id: p.uuid().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade'),
    /** The UTC date that the day's records are stored under, and the person's own calendar day. */
    date: p.date(),
    localDate: p.date(),
    /** One of the signs is about self-harm. */
    selfHarm: p.boolean(),
    /** Since when it waits, and when the newest record with a sign arrived. */
    raisedAt: p.datetime(3),
    newestAt: p.datetime(3),
    /** Null while it waits. */
    closedAt: p.datetime(3).nullable(),
    /** When the team's address was notified. */
    notifiedAt: p.datetime(3).nullable(),
  },
});
export type WarningSign = InferEntity<typeof WarningSign>;

/** What the team may have done about a warning sign, as its form offers it. */
export const WARNING_ACTIONS = {
  'reached-participant': 'Talked with the participant',
  'reached-doctor': 'Talked with their doctor or nurse',
  emergency: 'Called emergency services',
  'no-contact-needed': 'Looked at it, no contact needed',
  'not-reached': 'Tried to reach them, without success (it stays in the queue)',
} as const;
export type WarningAction = keyof typeof WARNING_ACTIONS;

/** Who of the team looked at a warning sign (no action), or did something about it. Steps are only ever added. */
export const WarningStep = defineEntity({
  name: 'WarningStep',
  tableName: 'warning_step',
  properties: {
    id: p.integer().primary(),
    sign: () => p.manyToOne(WarningSign).mapToPk().deleteRule('cascade').index(),
    /** Without a foreign key: what was done outlives the account of who did it. */
    staff: p.uuid().fieldName('staff_id'),
    at: p.datetime(3),
    action: p.string().length(30).$type<WarningAction>().nullable(),
    note: p.string().length(1000).nullable(),
  },
});
export type WarningStep = InferEntity<typeof WarningStep>;
