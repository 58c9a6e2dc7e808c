import { dataConsentSchema } from '@stepwise/shared-contracts/entities/consent';
import { surveyScoreSchema } from '@stepwise/shared-contracts/entities/survey';
import { userSchema } from '@stepwise/shared-contracts/entities/user';
import * as z from 'zod';
import { planFiles } from '../../../care/plan/plan-files.ts';
import { trackerFiles } from '../../../care/tracker/tracker-files.ts';
import type { Content } from '../../../core/content/load-content.ts';
import { day, studyId } from '../../../core/export/common-columns.ts';
import type { ExportFile } from '../../../core/export/export-file.ts';
import {
  ARM_LABELS,
  dailyUnit,
  labelled,
  roundedDoses,
  scheduleLabels,
} from '../../../core/export/labels.ts';
import { CARRIED_OUT_BY } from '../../../people/participants/carried-out-by.ts';
import { adverseEventFiles } from '../../../trial/adverse-events/adverse-event-files.ts';
import { baselineFile } from '../../../trial/baseline/baseline-file.ts';
import { correctionsFile } from '../../../trial/corrections/corrections-file.ts';
import { ARMS } from '../../../trial/randomisation/permuted-blocks.ts';
import { questionnaireResultsFile } from '../../questionnaire-results/questionnaire-results-file.ts';
import { adslFile } from './adsl-file.ts';
import { afterLockFile } from './after-lock-file.ts';
import { countFiles } from './count-files.ts';
import { eventsFile } from './events-file.ts';
import { followUpFiles } from './follow-up-files.ts';
import { observationFile } from './observation-file.ts';
import { reminderFiles } from './reminder-files.ts';

const user = userSchema.shape;
const CHOICE_LABELS = labelled({
  agree: 'Agreed that the information is kept',
  anonymous: 'Asked to have the identity removed; the rest is kept',
  delete: 'Asked to have everything deleted',
});

/** Every file of the export, with the columns and labels that the content gives them. */
export const exportFiles = (content: Content): readonly ExportFile[] => [
  ...filesOf(content),
  ...countFiles(content),
];

/** Those of a masked export: without the files, columns and rows that only one arm can have. */
export const maskFiles = (files: readonly ExportFile[]): readonly ExportFile[] =>
  files
    .filter(({ revealsArm }) => !revealsArm)
    .map((file) => ({
      ...file,
      sql: file.maskedSql ?? file.sql,
      columns: file.columns.filter(({ revealsArm }) => !revealsArm),
    }));

const filesOf = (content: Content): readonly ExportFile[] => [
  {
    name: 'participants',
    means: 'A row for each participant who gave consent.',
    key: ['study_id'],
    columns: [
      studyId,
      {
        name: 'consent_year',
        means: 'Year of the first consent. Its day is day 0 of all columns that count days.',
        schema: z.int(),
        from: 'First consent',
      },
      {
        name: 'home_step',
        means: 'How far the participant has come: the step that comes next.',
        schema: user.homestep,
        labels: labelled({ 0: 'Survey', 1: 'Consent', 2: 'Questionnaire', 3: 'Plan', 4: 'Timeline' }),
        from: 'User, homestep',
        revealsArm: true,
      },
      day('questionnaire_day', 'When the external questionnaire was first said to be done.', 'User', true),
      {
        name: 'schedule_id',
        means: 'The schedule chosen for the plan.',
        schema: z.int().nullable(),
        labels: scheduleLabels(content),
        from: 'Plan; labels from schedules.yaml',
        revealsArm: true,
      },
      {
        name: 'start_dose',
        means: `Dose at the start of the plan.${roundedDoses(content)}`,
        schema: user.startdose,
        unit: dailyUnit(content),
        from: 'User, startdose',
        revealsArm: true,
      },
      {
        name: 'times_per_day',
        means: 'How often a day the medicine is taken.',
        schema: user.timesperday,
        labels: labelled({ 1: 'Once', 2: 'Twice' }),
        from: 'User, timesperday',
        revealsArm: true,
      },
      {
        name: 'data_choice',
        means: 'What participants who do not go on chose for their information; empty for those who go on.',
        schema: z.nullable(dataConsentSchema),
        labels: CHOICE_LABELS,
        from: 'Data consent',
      },
      {
        name: 'content_version',
        means: 'The content that was loaded at sign-up (SHA-256); empty where it is not known.',
        schema: z.string().nullable(),
        from: 'Sign-up',
      },
      {
        name: 'strengths_said',
        means: 'Said which strengths of the medicine are at home.',
        schema: z.boolean(),
        from: 'Strengths',
        revealsArm: true,
      },
    ],
    sql: `select study_id, extract(year from day_zero)::int as consent_year, home_step,
        (questionnaire_confirmed_at at time zone zone)::date - day_zero as questionnaire_day, schedule_id,
        start_dose::float8 as start_dose, times_per_day, data_consent as data_choice, content_version,
        strengths is not null as strengths_said
      from people cross join given order by study_id`,
  },
  {
    name: 'survey_outcomes',
    means: 'The outcome of the eligibility survey, a row for each participant. The answers are never stored.',
    key: ['study_id'],
    columns: [
      studyId,
      {
        name: 'eligible',
        means: 'Found eligible.',
        schema: surveyScoreSchema.shape.eligible,
        from: 'Survey score',
      },
      {
        name: 'predict',
        means: 'Sum of the points that predict the course.',
        schema: z.nullable(surveyScoreSchema.shape.predict),
        unit: 'points',
        from: 'Survey score; points in survey.yaml',
      },
      {
        name: 'stratum',
        means: 'Group of the survey, by which randomisation is stratified. Not the arm.',
        schema: z.nullable(surveyScoreSchema.shape.group),
        labels: labelled({ low: 'Low', medium: 'Medium', high: 'High' }),
        from: 'Survey score, group',
      },
      {
        name: 'acting_done',
        means: 'A member of staff did the survey for the participant.',
        schema: user.actingdone,
        from: 'User, actingdone',
      },
      {
        name: 'acting_ineligible',
        means: 'The survey that a member of staff did found them not eligible.',
        schema: user.actingineligible,
        from: 'User, actingineligible',
      },
    ],
    sql: `select study_id, survey_done and not survey_ineligible as eligible, predict, stratum, acting_done, acting_ineligible
      from people order by study_id`,
  },
  {
    name: 'consents',
    means: 'A row for each time the research consent was given.',
    key: ['study_id', 'consent'],
    columns: [
      studyId,
      {
        name: 'consent',
        means: 'Number of the consent, from 1, in the order in which they were given.',
        schema: z.int(),
        from: 'Order of the consents',
      },
      day('consent_day', 'When it was given; 0 for the first.', 'Consent'),
      {
        name: 'form_version',
        means: 'Version of the consent form that was agreed to.',
        schema: z.string(),
        from: 'Consent form',
      },
      {
        name: 'form_hash',
        means: 'SHA-256 of that form.',
        schema: z.string(),
        from: 'Consent form',
      },
      {
        name: 'future_contact',
        means: 'May be contacted later.',
        schema: user.futureContact,
        from: 'Consent',
      },
    ],
    sql: `select study_id, row_number() over (partition by study_id order by c.agreed_at, c.id)::int as consent,
        (c.agreed_at at time zone zone)::date - day_zero as consent_day, t.version as form_version, t.hash as form_hash, c.future_contact
      from people cross join given join consent c on c.participant_id = people.id
      join consent_text t on t.hash = c.text_hash order by study_id, c.agreed_at, c.id`,
  },
  {
    name: 'allocations',
    means:
      'A row for each participant who was randomised. The order of randomisations is left out on purpose.',
    key: ['study_id'],
    columns: [
      studyId,
      {
        name: 'arm',
        means: 'Arm assigned.',
        schema: z.enum(ARMS),
        labels: ARM_LABELS,
        from: 'Allocation',
        revealsArm: true,
      },
      day('draw_day', 'Day of randomisation.', 'Allocation'),
    ],
    sql: `select study_id, a.arm, (a.drawn_at at time zone zone)::date - day_zero as draw_day
      from people cross join given join allocation a on a.participant_id = people.id order by study_id`,
  },
  baselineFile(content),
  observationFile,
  ...planFiles(content),
  ...trackerFiles(content),
  ...reminderFiles,
  ...followUpFiles(content),
  questionnaireResultsFile(content),
  ...adverseEventFiles(content),
  correctionsFile,
  afterLockFile,
  adslFile(content),
  eventsFile,
  {
    name: 'data_choices',
    means:
      'A row for each receipt of a choice about kept information, of those deleted as well. It belongs to no participant.',
    key: [],
    columns: [
      {
        name: 'choice',
        means: 'What was chosen.',
        schema: dataConsentSchema,
        labels: CHOICE_LABELS,
        from: 'Data consent receipt',
      },
      {
        name: 'carried_out_by',
        means: 'Who carried it out in the product.',
        schema: z.enum(CARRIED_OUT_BY),
        labels: labelled({ participant: 'The participant', team: 'The research team, asked by phone' }),
        from: 'Data consent receipt',
      },
      { name: 'chosen_year', means: 'Year of the choice.', schema: z.int(), from: 'Data consent receipt' },
    ],
    sql: `select choice, carried_out_by, extract(year from chosen_at at time zone zone)::int as chosen_year
      from data_consent_receipt cross join given order by choice, carried_out_by, chosen_year`,
  },
];
