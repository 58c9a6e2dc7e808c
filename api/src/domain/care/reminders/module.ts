import { defineModule } from '../../../platform/modules/define-module.ts';
import { DAY_MS } from '../../../platform/modules/durations.ts';
import { DailyReminder, ReminderMessage } from './daily-reminder.entities.ts';
import { MonthReminder } from './month-reminder.entity.ts';
import { sendMonthReminder } from './send-month-reminder.job.ts';

/** Reminders that a participant asked for each day, or a visitor for a month later. */
export const reminders = defineModule({
  name: 'reminders',
  entities: [MonthReminder, DailyReminder, ReminderMessage],
  personal: {
    month_reminder: { owner: { address: 'email' }, erase: { email: 'row', address_hash: 'row' } },
    daily_reminder: { owner: { participant: 'participant_id' }, erase: { stop_token: 'row' } },
  },
  codes: { reminder_message: ['kind', 'outcome'] },
  retention: [{ table: 'month_reminder', since: 'due_at', retentionMs: 7 * DAY_MS }],
  jobs: { 'send-month-reminder': sendMonthReminder },
});
