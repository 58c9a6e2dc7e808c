import { defineModule } from '../../../platform/modules/define-module.ts';
import { DAY_MS } from '../../../platform/modules/durations.ts';
import { DailyReminder, ReminderMessage } from './daily-reminder.entities.ts';
import { MonthReminder } from './month-reminder.entity.ts';
import { PushKey, PushSubscription } from './push-subscription.entities.ts';
import { sendMonthReminder } from './send-month-reminder.job.ts';
import { MessageChoice, StepMessage } from './step-message.entities.ts';

/** Reminders a day, messages about a step, the devices that show them as notifications, and a visitor's for a month later. */
export const reminders = defineModule({
  name: 'reminders',
  entities: [
    MonthReminder,
    DailyReminder,
    ReminderMessage,
    MessageChoice,
    StepMessage,
    PushKey,
    PushSubscription,
  ],
  personal: {
    month_reminder: { owner: { address: 'email' }, erase: { email: 'row', address_hash: 'row' } },
    daily_reminder: { owner: { participant: 'participant_id' }, erase: { stop_token: 'row' } },
    message_choice: { owner: { participant: 'participant_id' }, erase: { stop_token: 'row' } },
    // A withdrawal logs every device out.
    push_subscription: {
      owner: { participant: 'participant_id' },
      erase: { endpoint: 'row', p256dh: 'row', auth: 'row' },
    },
  },
  codes: {
    reminder_message: ['kind', 'outcome'],
    step_message: ['kind', 'outcome'],
    push_key: ['public_key', 'private_key'],
  },
  retention: [{ table: 'month_reminder', since: 'due_at', retentionMs: 7 * DAY_MS }],
  jobs: { 'send-month-reminder': sendMonthReminder },
});
