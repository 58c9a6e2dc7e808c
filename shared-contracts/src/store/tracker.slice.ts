import type { Activity, DailyRecord, Symptom } from '../entities/tracker.ts';
import type { Slice } from './slice.ts';

/** The tracker's lists and the daily records, one for each UTC date, oldest first. */
export interface TrackerSlice {
  symptoms: Symptom[];
  activities: Activity[];
  records: DailyRecord[];
  todayActivities: Activity[];
  setSymptoms(symptoms: Symptom[]): void;
  setActivities(activities: Activity[]): void;
  /** Replaces the record of the same date, as the server does. */
  putRecord(record: DailyRecord): void;
  setTodayActivities(activities: Activity[]): void;
}

export const createTrackerSlice: Slice<TrackerSlice> = (set) => ({
  symptoms: [],
  activities: [],
  records: [],
  todayActivities: [],
  setSymptoms: (symptoms) => set({ symptoms }),
  setActivities: (activities) => set({ activities }),
  putRecord: (record) =>
    set(({ records }) => ({
      records: [...records.filter(({ date }) => date !== record.date), record].sort((a, b) =>
        a.date < b.date ? -1 : 1,
      ),
    })),
  setTodayActivities: (todayActivities) => set({ todayActivities }),
});
