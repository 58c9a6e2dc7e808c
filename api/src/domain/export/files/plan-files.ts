import {
  doseReportSchema,
  prescriptionSchema,
  setupAnswerSchema,
} from '@stepwise/shared-contracts/entities/plan';
import * as z from 'zod';
import type { Content } from '../../content/load-content.ts';
import { day, studyId } from './common-columns.ts';
import type { ExportColumn, ExportFile } from './export-file.ts';
import {
  formLabels,
  labelled,
  optionLabels,
  questionLabels,
  roundedDoses,
  scheduleLabels,
} from './labels.ts';

const dose = (content: Content, from: string): ExportColumn => ({
  name: 'dose',
  means: `Dose of the step.${roundedDoses(content)}`,
  schema: prescriptionSchema.shape.dose,
  unit: 'mg a day',
  from,
});

/** The setup answers, the plan in force, and the doses reported as taken. */
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
    means:
      'A row for each dated step of the plan in force. What was taken of it is in dose_reports. Notes are free text and left out.',
    columns: [
      studyId,
      {
        name: 'step',
        means: 'Number of the step in its plan, from 1.',
        schema: z.int(),
        from: 'Order of the prescriptions',
      },
      day(
        'start_day',
        'The day for which the step is planned, or from which it was reported as taken.',
        'Prescription, date',
      ),
      dose(content, 'Prescription, dose'),
      {
        name: 'days',
        means: 'How long the step lasts; 0 for the last, which has no end.',
        schema: prescriptionSchema.shape.days,
        unit: 'days',
        from: 'Prescription, days',
      },
      day(
        'prepared_day',
        'When the participant said that what the step needs is prepared; empty where nothing is, or needs to be.',
        'Prescription, prepared',
        true,
      ),
    ],
    sql: `select study_id, row_number() over (partition by study_id order by r.date, r.id)::int as step,
        r.date - day_zero as start_day, r.dose::float8 as dose, r.days, r.prepared_on - day_zero as prepared_day
      from people join prescription r on r.participant_id = people.id order by study_id, step`,
  },
  {
    name: 'strengths',
    means:
      'A row for each strength of the medicine that a participant has at home. Who said that there is none has no row; participants.csv says who was asked.',
    columns: [
      studyId,
      {
        name: 'form_id',
        means: 'The tablet, capsule or liquid.',
        schema: z.int(),
        labels: formLabels(content),
        from: 'Strengths; labels from medicines.yaml',
      },
    ],
    sql: `select study_id, f.form::int as form_id
      from people cross join lateral jsonb_array_elements_text(people.strengths) f (form) order by study_id, form_id`,
  },
  {
    name: 'dose_reports',
    means:
      'A row for each dose that was reported as taken. The last row of a participant by day, then by report, is in force from its day on. Assumed rows were reported by no person: their planned day passed before doses were reported.',
    columns: [
      studyId,
      {
        name: 'report',
        means: 'Number of the report, from 1, in the order they were made.',
        schema: z.int(),
        from: 'Order of the dose reports',
      },
      day('taken_day', 'The day from which the dose was taken.', 'Dose report, day'),
      dose(content, 'Dose report, dose'),
      {
        name: 'schedule_id',
        means: 'The schedule that the dose belonged to.',
        schema: doseReportSchema.shape.schedule,
        labels: scheduleLabels(content),
        from: 'Dose report, schedule; labels from schedules.yaml',
      },
      day(
        'planned_day',
        'The day for which the step was planned when it was taken; empty where no step of the plan was taken.',
        'Dose report, planned day',
        true,
      ),
      {
        name: 'kind',
        means: 'What the dose is.',
        schema: doseReportSchema.shape.kind,
        labels: labelled({
          starting: 'The dose of the setup',
          step: 'The dose of a step of the plan',
          other: 'Another dose',
          assumed: 'Not reported: assumed from the plan’s dates',
        }),
        from: 'Dose report, kind',
      },
      {
        name: 'reported_by',
        means: 'Who reported it; empty where it is assumed.',
        schema: doseReportSchema.shape.reportedBy,
        labels: labelled({ participant: 'The participant', team: 'The team, acting for them' }),
        from: 'Dose report, reported by',
      },
    ],
    sql: `select study_id, row_number() over (partition by study_id order by d.reported_at, d.id)::int as report,
        d.day - day_zero as taken_day, d.dose::float8 as dose, d.schedule_id,
        d.planned - day_zero as planned_day, d.kind, d.reported_by
      from people join dose_report d on d.participant_id = people.id order by study_id, report`,
  },
];
