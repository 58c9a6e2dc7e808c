import {
  doseReportSchema,
  prescriptionSchema,
  setupAnswerSchema,
} from '@stepwise/shared-contracts/entities/plan';
import * as z from 'zod';
import type { Content } from '../../core/content/load-content.ts';
import { day, studyId } from '../../core/export/common-columns.ts';
import type { ExportColumn, ExportFile } from '../../core/export/export-file.ts';
import {
  dailyUnit,
  formLabels,
  labelled,
  optionLabels,
  questionLabels,
  roundedDoses,
  scheduleLabels,
} from '../../core/export/labels.ts';

const dose = (content: Content, from: string): ExportColumn => ({
  name: 'dose',
  means: `Dose of the step.${roundedDoses(content)}`,
  schema: prescriptionSchema.shape.dose,
  unit: dailyUnit(content),
  from,
});

const WHO = labelled({ participant: 'The participant', team: 'The team, acting for them' });

const change: ExportColumn = {
  name: 'change',
  means: 'Number of the change of the participant’s plan, from 1, in order.',
  schema: z.int(),
  from: 'Order in the audit log',
};

const CHANGES_SQL = `changes as (
    select people.study_id, people.day_zero, e.at as changed_at, e.type, e.actor, v.before, v.after,
      row_number() over (partition by people.id order by e.id)::int as change
    from people join audit_event e on e.subject = people.id join audit_values v on v.event_id = e.id
    where e.type in ('plan.changed', 'plan.started') and v.after is not null)`;

/** The setup answers, the plan in force, and the doses reported as taken. */
export const planFiles = (content: Content): readonly ExportFile[] => [
  {
    name: 'setup_answers',
    means: 'A row for each answer to a setup question of the plan.',
    key: ['study_id', 'question_id'],
    revealsArm: true,
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
    key: ['study_id', 'step'],
    revealsArm: true,
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
      day(
        'talked_day',
        'When the participant said that they talked about the step with their doctor or nurse; empty where they did not say so.',
        'Prescription, talked',
        true,
      ),
    ],
    sql: `select study_id, row_number() over (partition by study_id order by r.date, r.id)::int as step,
        r.date - day_zero as start_day, r.dose::float8 as dose, r.days, r.prepared_on - day_zero as prepared_day,
        r.talked_on - day_zero as talked_day
      from people join prescription r on r.participant_id = people.id order by study_id, step`,
  },
  {
    name: 'plan_changes',
    means:
      'A row for each time that a plan was saved or moved, with who did it. What was typed as a reason is in the audit log only. Those of anonymous participants were erased.',
    key: ['study_id', 'change'],
    revealsArm: true,
    columns: [
      studyId,
      change,
      day('change_day', 'When it was changed.', 'Audit log'),
      {
        name: 'made_by',
        means: 'Who changed it.',
        schema: z.enum(['participant', 'team']),
        labels: WHO,
        from: 'Audit log, actor',
      },
      {
        name: 'kind',
        means: 'What the change was.',
        schema: z.enum(['first', 'schedule', 'dose', 'steps', 'started']),
        labels: labelled({
          first: 'The first plan, from the setup',
          schedule: 'Another schedule',
          dose: 'Another starting dose of the same schedule',
          steps: 'Other steps of the same schedule',
          started: 'Each date moved: the first record came after the plan’s first day',
        }),
        from: 'Audit log, the plan before and after',
      },
      {
        name: 'schedule_id',
        means: 'The schedule from then on; empty where only dates moved.',
        schema: z.int().nullable(),
        labels: scheduleLabels(content),
        from: 'Audit log; labels from schedules.yaml',
      },
      {
        name: 'reason_given',
        means:
          'A member of the team gave a reason for it, as an increase of the dose or a start more than 28 days away needs one.',
        schema: z.boolean(),
        from: 'Audit log',
      },
    ],
    sql: `, ${CHANGES_SQL} select study_id, change, (changed_at at time zone zone)::date - day_zero as change_day,
        case when actor like 'staff:%' then 'team' else 'participant' end as made_by,
        case when type = 'plan.started' then 'started'
          when jsonb_array_length(before->'steps') = 0 then 'first'
          when before->>'schedule' is distinct from after->>'schedule' then 'schedule'
          when before->>'startdose' is distinct from after->>'startdose' then 'dose' else 'steps' end as kind,
        case when type = 'plan.changed' then (after->>'schedule')::int end as schedule_id,
        after->>'reason' is not null as reason_given
      from given cross join changes order by study_id, change`,
  },
  {
    name: 'planned_steps',
    means: 'A row for each step of each plan that was ever saved, as it was planned then.',
    key: ['study_id', 'change', 'step'],
    revealsArm: true,
    columns: [
      studyId,
      change,
      {
        name: 'step',
        means: 'Number of the step in that plan, from 1.',
        schema: z.int(),
        from: 'Order of the steps',
      },
      day('planned_day', 'The day for which the step was planned.', 'Audit log'),
      dose(content, 'Audit log'),
      {
        name: 'days',
        means: 'How long the step was to last; 0 for the last, which has no end.',
        schema: prescriptionSchema.shape.days,
        unit: 'days',
        from: 'Audit log',
      },
    ],
    sql: `, ${CHANGES_SQL} select study_id, change, s.step::int, (s.value->>'date')::date - day_zero as planned_day,
        (s.value->>'dose')::float8 as dose, (s.value->>'days')::int as days
      from changes cross join lateral jsonb_array_elements(after->'steps') with ordinality s (value, step)
      where type = 'plan.changed' order by study_id, change, step`,
  },
  {
    name: 'strengths',
    means:
      'A row for each strength of the medicine that a participant has at home. Who said that there is none has no row; participants.csv says who was asked.',
    key: ['study_id', 'form_id'],
    revealsArm: true,
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
    key: ['study_id', 'report'],
    revealsArm: true,
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
        labels: WHO,
        from: 'Dose report, reported by',
      },
      {
        name: 'stays',
        means: 'The participant said that they stay on the dose for now.',
        schema: z.boolean(),
        from: 'Dose report, stays',
      },
      day(
        'stay_until_day',
        'The day from which the next step is asked for again; empty where the participant says, or does not stay.',
        'Dose report, stays until',
        true,
      ),
    ],
    sql: `select study_id, row_number() over (partition by study_id order by d.reported_at, d.id)::int as report,
        d.day - day_zero as taken_day, d.dose::float8 as dose, d.schedule_id,
        d.planned - day_zero as planned_day, d.kind, d.reported_by,
        d.stays, d.stay_until - day_zero as stay_until_day
      from people join dose_report d on d.participant_id = people.id order by study_id, report`,
  },
];
