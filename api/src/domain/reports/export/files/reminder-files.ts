import * as z from 'zod';
import { REMINDER_KINDS, REMINDER_OUTCOMES } from '../../../care/reminders/daily-reminder.entities.ts';
import { day, studyId } from '../../../core/export/common-columns.ts';
import type { ExportFile } from '../../../core/export/export-file.ts';
import { ARM_LABELS, labelled } from '../../../core/export/labels.ts';
import { ARMS } from '../../../trial/randomisation/permuted-blocks.ts';

/** The messages by which the product asked participants to come back. */
export const reminderFiles: readonly ExportFile[] = [
  {
    name: 'reminders',
    means: 'A row for each message that reminded a participant of the daily check-up.',
    key: ['study_id', 'study_day'],
    revealsArm: true,
    columns: [
      studyId,
      {
        name: 'arm',
        means: 'Arm of the participant.',
        schema: z.enum(ARMS).nullable(),
        labels: ARM_LABELS,
        from: 'Allocation',
      },
      day('study_day', 'The day in the participant’s own time zone.', 'Daily reminder'),
      {
        name: 'kind',
        means: 'Whether it was the last one of a row without a record.',
        schema: z.enum(REMINDER_KINDS),
        labels: labelled({ daily: 'Daily', last: 'Last one until the next record' }),
        from: 'Daily reminder',
      },
      {
        name: 'outcome',
        means: 'What the mail server, or the push service, answered.',
        schema: z.enum([...REMINDER_OUTCOMES, 'unknown']),
        labels: labelled({
          sent: 'Taken by the mail server',
          failed: 'Not taken by the mail server',
          unknown: 'Not known: the server ended while it was asked',
        }),
        from: 'Daily reminder',
      },
    ],
    sql: `select study_id, a.arm, m.local_date - day_zero as study_day, m.kind, coalesce(m.outcome, 'unknown') as outcome
      from people join reminder_message m on m.participant_id = people.id
      left join allocation a on a.participant_id = people.id order by study_id, study_day`,
  },
];
