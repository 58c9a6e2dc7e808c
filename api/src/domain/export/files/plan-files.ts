import {
  pastPrescriptionSchema,
  prescriptionSchema,
  setupAnswerSchema,
} from '@stepwise/shared-contracts/entities/plan';
import * as z from 'zod';
import type { Content } from '../../content/load-content.ts';
import { day, studyId } from './common-columns.ts';
import type { ExportColumn, ExportFile } from './export-file.ts';
import { optionLabels, questionLabels, roundedDoses, scheduleLabels } from './labels.ts';

const dose = (content: Content, from: string): ExportColumn => ({
  name: 'dose',
  means: `Dose of the step.${roundedDoses(content)}`,
  schema: prescriptionSchema.shape.dose,
  unit: 'mg a day',
  from,
});

/** The setup answers, the plan in force, and what was taken before it was changed. */
export const planFiles = (content: Content): readonly ExportFile[] => [
  {
    name: 'setup_answers',
    means: 'A row for each answer to a setup question of the plan.',
    columns: [
      studyId,
      {
        name: 'question_id',
        means: 'The question.',
        schema: setupAnswerSchema.shape.qid,
        labels: questionLabels(content),
        from: 'Setup answer; labels from setup.yaml',
      },
      {
        name: 'option_id',
        means: 'The option chosen.',
        schema: z.int(),
        labels: optionLabels(content),
        from: 'Setup answer; labels from setup.yaml and medicines.yaml',
      },
    ],
    sql: `select study_id, s.question_id, s.option_id from people join setup_answer s on s.participant_id = people.id
      order by study_id, s.question_id`,
  },
  {
    name: 'prescriptions',
    means: 'A row for each dated step of the plan in force. Notes are free text and left out.',
    columns: [
      studyId,
      {
        name: 'step',
        means: 'Number of the step in its plan, from 1.',
        schema: z.int(),
        from: 'Order of the prescriptions',
      },
      day('start_day', 'The first day of the step.', 'Prescription, date'),
      dose(content, 'Prescription, dose'),
      {
        name: 'days',
        means: 'How long the step lasts; 0 for the last, which has no end.',
        schema: prescriptionSchema.shape.days,
        unit: 'days',
        from: 'Prescription, days',
      },
    ],
    sql: `select study_id, row_number() over (partition by study_id order by r.date, r.id)::int as step,
        r.date - day_zero as start_day, r.dose::float8 as dose, r.days
      from people join prescription r on r.participant_id = people.id order by study_id, step`,
  },
  {
    name: 'past_steps',
    means:
      'A row for each dated step that was taken before a plan was changed. It lasted until the next row of the participant, or until their first row of prescriptions.',
    columns: [
      studyId,
      day('start_day', 'The first day of the step.', 'Past prescription, date'),
      dose(content, 'Past prescription, dose'),
      {
        name: 'schedule_id',
        means: 'The schedule that the step belonged to.',
        schema: pastPrescriptionSchema.shape.schedule,
        labels: scheduleLabels(content),
        from: 'Past prescription, schedule; labels from schedules.yaml',
      },
    ],
    sql: `select study_id, s.date - day_zero as start_day, s.dose::float8 as dose, s.schedule as schedule_id
      from people cross join jsonb_to_recordset(past_steps) as s(date date, dose numeric, schedule int)
      order by study_id, s.date`,
  },
];
