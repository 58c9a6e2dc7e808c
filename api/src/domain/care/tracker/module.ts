import { defineModule } from '../../../platform/modules/define-module.ts';
import { DailyRecord, DailyRecordActivity, DailyRecordSymptom } from './daily-record.entities.ts';
import { Activity, Symptom } from './tracker-list.entities.ts';

/** Check-ups, and a participant’s lists of symptoms and activities. */
export const tracker = defineModule({
  name: 'tracker',
  entities: [Activity, Symptom, DailyRecord, DailyRecordSymptom, DailyRecordActivity],
  // Records are kept with the trial.
  personal: {
    activity: { owner: { participant: 'participant_id' }, erase: { text: 'typed' } },
    symptom: { owner: { participant: 'participant_id' }, erase: { text: 'typed' } },
  },
  codes: { daily_record: ['time_zone'], symptom: ['category'] },
});
