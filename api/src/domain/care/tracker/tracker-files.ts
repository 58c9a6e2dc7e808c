// In one file: a list of the export’s columns, which share the way a record is named.
import { symptomSchema } from '@stepwise/shared-contracts/entities/tracker';
import * as z from 'zod';
import type { Content } from '../../core/content/load-content.ts';
import { day, studyId } from '../../core/export/common-columns.ts';
import type { ExportColumn, ExportFile } from '../../core/export/export-file.ts';
import { labelled, listLabels, OWN_ITEM } from '../../core/export/labels.ts';
import { WARNING_ACTIONS } from '../warning-signs/warning-sign.entities.ts';
import { answerColumns } from './check-up-columns.ts';

const symptom = symptomSchema.shape;

const recordNumber: ExportColumn = {
  name: 'record',
  means: 'The daily record that it belongs to: record of daily_records.csv.',
  schema: z.int(),
  from: 'Daily record',
};
const recordDay = day('study_day', 'The day in the participant’s own time zone.', 'Daily record, localDate');
const category: ExportColumn = {
  name: 'category',
  means: 'What the symptom is about.',
  schema: symptom.category,
  labels: labelled({ sleep: 'Sleep', mood: 'Mood', active: 'Activity' }),
  from: 'Symptom, category',
};
const removed: ExportColumn = {
  name: 'removed',
  means: 'Was taken off the list since.',
  schema: z.boolean(),
  from: 'List of the participant',
};

const item: ExportColumn = {
  name: 'item',
  means: 'Number of the item on the participant’s list, from 1. It tells items in own words apart.',
  schema: z.int(),
  from: 'Order on the list of the participant',
};
const sign: ExportColumn = {
  name: 'sign',
  means: 'Number of the participant’s warning sign, from 1, in the order in which they were raised.',
  schema: z.int(),
  from: 'Order of the warning signs',
};
const arrival: readonly ExportColumn[] = [
  {
    name: 'local_hour',
    means:
      'Hour of the participant’s own clock (0 to 23) when it was made; empty where its time zone is not known.',
    schema: z.int().nullable(),
    unit: 'hours',
    from: 'Daily record, recordedAt and timeZone',
  },
  {
    name: 'delay_hours',
    means: 'How long after it was made it arrived.',
    schema: z.number(),
    unit: 'hours',
    from: 'Daily record, recordedAt and receivedAt',
  },
];

/** `local_hour` and `delay_hours` of a record `r`, by the names of time zones that the database knows. */
const ARRIVAL_SQL = `extract(hour from r.recorded_at at time zone z.name)::int as local_hour,
      round(extract(epoch from r.received_at - r.recorded_at)::numeric / 3600, 4)::float8 as delay_hours`;

/** How many symptoms and activities a record `r` has. */
const COUNTS_SQL = `cross join lateral (
      select count(*) filter (where s.category = 'sleep')::int as sleep_symptoms,
        count(*) filter (where s.category = 'mood')::int as mood_symptoms,
        count(*) filter (where s.category = 'active')::int as active_symptoms,
        count(*) filter (where rs.redflag)::int as warning_signs,
        (select count(*)::int from daily_record_activity a where a.record_id = r.id) as activities
      from daily_record_symptom rs join symptom s on s.id = rs.symptom_id where rs.record_id = r.id) c`;

const ITEMS_SQL = `symptoms as (
    select s.*, row_number() over (partition by participant_id order by id)::int as item from symptom s),
  activities as (
    select a.*, row_number() over (partition by participant_id order by id)::int as item from activity a)`;

const SIGNS_SQL = `signs as (
    select people.study_id, w.*, w.local_date - people.day_zero as study_day,
      row_number() over (partition by people.id order by w.raised_at, w.id)::int as sign
    from people join warning_sign w on w.participant_id = people.id)`;

/**
 * The versions in force, numbered by when the first version of each arrived: a day that is added later changes no number
 * that an earlier export had.
 */
export const RECORDS_SQL = `zones as materialized (select name from pg_timezone_names),
  versions as (
    select people.study_id, r.*, r.local_date - people.day_zero as study_day,
      min(r.id) over (partition by r.participant_id, r.local_date, r.date) as first_id
    from people join daily_record r on r.participant_id = people.id),
  numbered as (
    select versions.*, dense_rank() over (partition by participant_id order by first_id)::int as record from versions),
  records as (
    select numbered.*, row_number() over (partition by participant_id, local_date
      order by recorded_at desc, id desc) = 1 as counts
    from numbered where superseded_at is null)`;

/** A text that a participant wrote is replaced; one of the trial's own lists stays. */
const listed = (item: 's' | 'a', list: 'symptoms' | 'activities'): string =>
  `case when given.${list} @> to_jsonb(${item}.text) then ${item}.text else '${OWN_ITEM}' end`;

const count = (name: string, means: string, from: string): ExportColumn => ({
  name,
  means,
  schema: z.int(),
  unit: 'items',
  from,
});

const ANSWERS_SQL = answerColumns.map(({ name }) => `r.${name}`).join(', ');

const answers: readonly ExportColumn[] = [
  ...answerColumns,
  count('sleep_symptoms', 'How many symptoms of sleep were chosen.', 'Daily record, symptoms'),
  count('mood_symptoms', 'How many symptoms of mood were chosen.', 'Daily record, symptoms'),
  count('active_symptoms', 'How many symptoms of activity were chosen.', 'Daily record, symptoms'),
  count('warning_signs', 'How many of them were marked as warning signs then.', 'Daily record, symptoms'),
  count('activities', 'How many activities were chosen.', 'Daily record, activities'),
];

/** The files about daily records, the lists they choose from, and warning signs. */
export const trackerFiles = ({ tracker }: Content): readonly ExportFile[] => {
  const symptomText: ExportColumn = {
    name: 'symptom',
    means: 'The symptom, as the trial’s list has it; the participant’s own words are left out.',
    schema: symptom.text,
    labels: listLabels(tracker.symptoms),
    from: 'Symptom, text; the list is in tracker.yaml',
  };
  const activityText: ExportColumn = {
    name: 'activity',
    means: 'The activity, as the trial’s list has it; the participant’s own words are left out.',
    schema: z.string(),
    labels: listLabels(tracker.activities),
    from: 'Activity, text; the list is in tracker.yaml',
  };
  return [
    {
      name: 'daily_records',
      means: 'A row for each check-up in force. A day may have several, of which one counts.',
      key: ['study_id', 'record'],
      revealsArm: true,
      columns: [
        studyId,
        {
          name: 'record',
          means: 'Number of the participant’s record, from 1, in the order in which they first arrived.',
          schema: z.int(),
          from: 'Daily record',
        },
        recordDay,
        {
          name: 'counts',
          means: 'Is the last record of that day, the one that counts.',
          schema: z.boolean(),
          from: 'Daily record, localDate and recordedAt',
        },
        {
          name: 'added_later',
          means: 'Was made on the day after.',
          schema: z.boolean(),
          from: 'Daily record, addedLater',
        },
        ...answers,
        ...arrival,
      ],
      sql: `, ${RECORDS_SQL}
        select study_id, record, study_day,
          counts, added_later, ${ANSWERS_SQL}, c.*, ${ARRIVAL_SQL}
        from records r left join zones z on z.name = r.time_zone ${COUNTS_SQL}
        order by study_id, record`,
    },
    {
      name: 'record_versions',
      means:
        'A row for each version of each check-up, also of those that a later version replaced: what was in force when.',
      key: ['study_id', 'record', 'version'],
      revealsArm: true,
      columns: [
        studyId,
        recordNumber,
        {
          name: 'version',
          means: 'Number of the version of that record, from 1, in the order in which they arrived.',
          schema: z.int(),
          from: 'Order of the versions',
        },
        recordDay,
        {
          name: 'in_force',
          means: 'No later version replaced it: it is the row of daily_records.csv.',
          schema: z.boolean(),
          from: 'Daily record, supersededAt',
        },
        day(
          'superseded_day',
          'When it was replaced, or arrived as an earlier one.',
          'Daily record, supersededAt',
          true,
        ),
        ...answers,
        ...arrival,
      ],
      sql: `, ${RECORDS_SQL}
        select r.study_id, r.record, row_number() over (partition by r.participant_id, r.record order by r.id)::int as version,
          r.study_day, r.superseded_at is null as in_force,
          (r.superseded_at at time zone given.zone)::date - people.day_zero as superseded_day,
          ${ANSWERS_SQL}, c.*, ${ARRIVAL_SQL}
        from given cross join numbered r join people on people.id = r.participant_id
        left join zones z on z.name = r.time_zone ${COUNTS_SQL}
        order by r.study_id, r.record, version`,
    },
    {
      name: 'record_symptoms',
      means: 'A row for each symptom chosen in a daily record.',
      key: ['study_id', 'record', 'item'],
      revealsArm: true,
      columns: [
        studyId,
        recordNumber,
        recordDay,
        item,
        category,
        symptomText,
        {
          name: 'warning_sign',
          means: 'Was marked as a warning sign when it was recorded.',
          schema: symptom.redflag,
          from: 'Symptom, redflag, as it was that day',
        },
        {
          name: 'self_harm',
          means: 'Is about self-harm, by the trial’s list.',
          schema: symptom.selfHarm,
          from: 'Symptom, selfHarm',
        },
      ],
      sql: `, ${ITEMS_SQL}, ${RECORDS_SQL}
        select study_id, record, study_day, s.item, s.category, ${listed('s', 'symptoms')} as symptom,
          rs.redflag as warning_sign, s.self_harm
        from given cross join records join daily_record_symptom rs on rs.record_id = records.id
        join symptoms s on s.id = rs.symptom_id order by study_id, record, s.category, symptom, s.item`,
    },
    {
      name: 'record_activities',
      means: 'A row for each activity chosen in a daily record.',
      key: ['study_id', 'record', 'item'],
      revealsArm: true,
      columns: [studyId, recordNumber, recordDay, item, activityText],
      sql: `, ${ITEMS_SQL}, ${RECORDS_SQL}
        select study_id, record, study_day, a.item, ${listed('a', 'activities')} as activity
        from given cross join records join daily_record_activity ra on ra.record_id = records.id
        join activities a on a.id = ra.activity_id order by study_id, record, activity, a.item`,
    },
    {
      name: 'symptom_lists',
      means: 'A row for each symptom on a participant’s list.',
      key: ['study_id', 'item'],
      revealsArm: true,
      columns: [
        studyId,
        item,
        category,
        symptomText,
        {
          name: 'warning_sign',
          means: 'Is marked as a warning sign now.',
          schema: symptom.redflag,
          from: 'Symptom, redflag',
        },
        removed,
      ],
      sql: `, ${ITEMS_SQL} select study_id, s.item, s.category, ${listed('s', 'symptoms')} as symptom, s.redflag as warning_sign,
          s.removed_at is not null as removed
        from given cross join people join symptoms s on s.participant_id = people.id
        order by study_id, s.category, symptom, s.item`,
    },
    {
      name: 'activity_lists',
      means: 'A row for each activity on a participant’s list.',
      key: ['study_id', 'item'],
      revealsArm: true,
      columns: [studyId, item, activityText, removed],
      sql: `, ${ITEMS_SQL} select study_id, a.item, ${listed('a', 'activities')} as activity, a.removed_at is not null as removed
        from given cross join people join activities a on a.participant_id = people.id order by study_id, activity, a.item`,
    },
    {
      name: 'warning_signs',
      means:
        'A row for each day with a warning sign, in any version of its record. The team’s notes are left out.',
      key: ['study_id', 'sign'],
      revealsArm: true,
      columns: [
        studyId,
        sign,
        recordDay,
        {
          name: 'self_harm',
          means: 'One of the signs is about self-harm.',
          schema: z.boolean(),
          from: 'Warning sign',
        },
        {
          name: 'days_until_closed',
          means: 'How long until the team had dealt with it; empty while it waits.',
          schema: z.number().nullable(),
          unit: 'days',
          from: 'Warning sign',
        },
      ],
      sql: `, ${SIGNS_SQL} select study_id, sign, study_day, self_harm,
          round(extract(epoch from closed_at - raised_at)::numeric / 86400, 2)::float8 as days_until_closed
        from signs order by study_id, sign`,
    },
    {
      name: 'warning_sign_actions',
      means: 'A row for each time that the team did something about a warning sign. Notes are left out.',
      key: ['study_id', 'sign', 'action_number'],
      revealsArm: true,
      columns: [
        studyId,
        sign,
        {
          name: 'action_number',
          means: 'Number of what was done about that sign, from 1, in order.',
          schema: z.int(),
          from: 'Order of the actions',
        },
        {
          name: 'action',
          means: 'What was done.',
          schema: z.enum(Object.keys(WARNING_ACTIONS)),
          labels: labelled(WARNING_ACTIONS),
          from: 'Warning sign, action',
        },
        {
          name: 'days_since_raised',
          means: 'How long after the sign was raised.',
          schema: z.number(),
          unit: 'days',
          from: 'Warning sign',
        },
      ],
      sql: `, ${SIGNS_SQL} select study_id, sign,
          row_number() over (partition by signs.id order by step.id)::int as action_number, step.action,
          round(extract(epoch from step.at - raised_at)::numeric / 86400, 2)::float8 as days_since_raised
        from signs join warning_step step on step.sign_id = signs.id and step.action is not null
        order by study_id, sign, action_number`,
    },
  ];
};
