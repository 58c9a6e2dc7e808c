import type { BodyOf } from '../calls/call.ts';
import type { saveRecord } from '../calls/tracker.calls.ts';
import type { OutboxEntry } from '../client/outbox-storage.ts';
import { localDate, utcDate } from '../dates/plain-date.ts';
import { type RecordDay, recordDay } from '../dates/record-day.ts';
import { answersOf } from '../entities/check-up-fields.ts';
import type { DailyRecord } from '../entities/tracker.ts';
import { startedPlan } from '../plan/plan-steps.ts';
import type { Apply } from '../store/apply.ts';
import type { ParticipantState } from '../store/participant-state.ts';
import { putRecord } from './put-record.ts';

/** The record that the server will make of a check-up, named by the participant's own lists. */
export function recordOf(
  { symptoms, activities }: Pick<ParticipantState, 'symptoms' | 'activities'>,
  checkUp: BodyOf<typeof saveRecord>,
  { createdAt, timeZone }: Pick<OutboxEntry, 'createdAt' | 'timeZone'>,
): DailyRecord {
  const recordedAt = checkUp.recordedAt ?? createdAt;
  return {
    ...dayOf(new Date(recordedAt), timeZone, checkUp.localDate),
    symptoms: symptoms.filter(({ id }) => checkUp.symptoms.includes(id)),
    ...answersOf(checkUp),
    activities: activities.filter(({ id }) => checkUp.activities.includes(id)),
    recordedAt,
    timeZone,
  };
}

/** A day that the server will reject is shown as the one of the instant until then. */
const dayOf = (instant: Date, timeZone: string, day?: string): RecordDay =>
  recordDay(instant, timeZone, day) ?? {
    date: utcDate(instant),
    localDate: localDate(instant, timeZone),
    addedLater: false,
  };

/** The record of the person's own day that counts: the last one. `records` are in the order of `putRecord`. */
export const recordOn = (records: readonly DailyRecord[], day: string): DailyRecord | undefined =>
  records.findLast(({ localDate }) => localDate === day);

/** What a record changes of whether help is on: nothing, unless it is of self-harm. */
function withSelfHarm({ help }: ParticipantState, { symptoms, recordedAt }: DailyRecord) {
  if (!help || !symptoms.some(({ selfHarm }) => selfHarm)) return {};
  const { selfHarm: last } = help;
  if (last?.isOpen && last.at >= recordedAt) return {};
  const at = last && last.at > recordedAt ? last.at : recordedAt;
  return { help: { ...help, selfHarm: { at, isOpen: true, readAt: null } } };
}

export const applySaveRecord: Apply<typeof saveRecord> = (state, checkUp, entry) => {
  const record = entry.answer?.record ?? recordOf(state, checkUp, entry);
  const records = putRecord(state.records, record);
  const isFirst = state.records.length === 0;
  const today = localDate(new Date(entry.createdAt), entry.timeZone);
  return {
    records,
    ...withSelfHarm(state, record),
    ...(isFirst && { prescriptions: startedPlan(state.prescriptions, record.localDate) }),
    todayActivities: entry.answer?.todayActivities ?? recordOn(records, today)?.activities ?? [],
  };
};
