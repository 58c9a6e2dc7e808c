import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';
import { checkUpProperties } from './check-up-columns.ts';
import { Activity, Symptom } from './tracker-list.entities.ts';

/**
 * One version of a check-up. `date` is the UTC date of `recordedAt`, or of a day added later that calendar date; at most
 * one version of a participant's `localDate` and `date` is in force, and of a `localDate` the last one in force counts. A
 * version that a later one replaced has `supersededAt`; it is never removed.
 */
export const DailyRecord = defineEntity({
  name: 'DailyRecord',
  tableName: 'daily_record',
  indexes: [{ properties: ['participant', 'date'] }],
  properties: {
    id: p.integer().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade'),
    date: p.date(),
    ...checkUpProperties,
    recordedAt: p.datetime(3),
    timeZone: p.string().length(64),
    localDate: p.date(),
    addedLater: p.boolean().default(false),
    receivedAt: p.datetime(3),
    supersededAt: p.datetime(3).nullable(),
  },
});
export type DailyRecord = InferEntity<typeof DailyRecord>;

/** A symptom chosen that day, with the warning flag it had then. */
export const DailyRecordSymptom = defineEntity({
  name: 'DailyRecordSymptom',
  tableName: 'daily_record_symptom',
  properties: {
    record: () => p.manyToOne(DailyRecord).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    symptom: () =>
      p.manyToOne(Symptom).mapToPk().primary().deleteRule('cascade').updateRule('cascade').index(),
    redflag: p.boolean(),
  },
});

export const DailyRecordActivity = defineEntity({
  name: 'DailyRecordActivity',
  tableName: 'daily_record_activity',
  properties: {
    record: () => p.manyToOne(DailyRecord).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    activity: () =>
      p.manyToOne(Activity).mapToPk().primary().deleteRule('cascade').updateRule('cascade').index(),
  },
});
