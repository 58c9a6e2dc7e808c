import { defineModule } from '../../../platform/modules/define-module.ts';
import { DailyRecord, DailyRecordActivity, DailyRecordSymptom } from './daily-record.entities.ts';
import { Activity, Symptom } from './tracker-list.entities.ts';
import { WarningSign, WarningStep } from './warning-sign.entities.ts';

/** Check-ups, a participant’s lists of symptoms and activities, and the warning signs among them. */
export const tracker = defineModule({
  name: 'tracker',
  entities: [
    Activity,
    Symptom,
    DailyRecord,
    DailyRecordSymptom,
    DailyRecordActivity,
    WarningSign,
    WarningStep,
  ],
  // Records are kept with the trial.
  personal: {
    activity: { owner: { participant: 'participant_id' }, erase: { text: 'typed' } },
    symptom: { owner: { participant: 'participant_id' }, erase: { text: 'typed' } },
    warning_sign: { owner: { participant: 'participant_id' }, erase: {} },
    warning_step: { owner: { through: ['sign_id', 'warning_sign'] }, erase: { note: 'null' } },
  },
  codes: { daily_record: ['time_zone'], symptom: ['category'], warning_step: ['action'] },
});
