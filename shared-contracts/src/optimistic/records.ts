import type { BodyOf } from '../calls/call.ts';
import type { saveRecord } from '../calls/tracker.calls.ts';
import type { OutboxEntry } from '../client/outbox-storage.ts';
import { localDate, utcDate } from '../dates/plain-date.ts';
import type { DailyRecord } from '../entities/tracker.ts';
import { startedPlan } from '../plan/plan-course.ts';
import type { ParticipantState } from '../store/participant-state.ts';
import type { Apply } from './apply.ts';

/** The record that the server will make of a check-up, named by the participant's own lists. */
export function recordOf(
  { symptoms, activities }: Pick<ParticipantState, 'symptoms' | 'activities'>,
  checkUp: BodyOf<typeof saveRecord>,
  { createdAt, timeZone }: Pick<OutboxEntry, 'createdAt' | 'timeZone'>,
): DailyRecord {
  const recordedAt = checkUp.recordedAt ?? createdAt;
  const instant = new Date(recordedAt);
  return {
    date: utcDate(instant),
    symptoms: symptoms.filter(({ id }) => checkUp.symptoms.includes(id)),
    sleep: checkUp.sleep,
    mood: checkUp.mood,
    active: checkUp.active,
    activities: activities.filter(({ id }) => checkUp.activities.includes(id)),
    recordedAt,
    timeZone,
    localDate: localDate(instant, timeZone),
  };
}

/** Replaces the record of the same date, as the server does; oldest first. */
export const putRecord = (records: readonly DailyRecord[], record: DailyRecord): DailyRecord[] =>
  [...records.filter(({ date }) => date !== record.date), record].sort((a, b) => (a.date < b.date ? -1 : 1));

export const applySaveRecord: Apply<typeof saveRecord> = (state, checkUp, entry) => {
  const record = entry.answer?.record ?? recordOf(state, checkUp, entry);
  const isFirst = state.records.length === 0;
  return {
    records: putRecord(state.records, record),
    ...(isFirst && { prescriptions: startedPlan(state.prescriptions, record.localDate) }),
    todayActivities: entry.answer?.todayActivities ?? record.activities,
  };
};
