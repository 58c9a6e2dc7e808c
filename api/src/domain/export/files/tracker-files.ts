import { dailyRecordSchema, symptomSchema } from '@stepwise/shared-contracts/entities/tracker';
import * as z from 'zod';
import type { Content } from '../../content/load-content.ts';
import { day, studyId } from './common-columns.ts';
import type { ExportColumn, ExportFile } from './export-file.ts';
import { labelled, listLabels, OWN_ITEM } from './labels.ts';

/** The file that REDCap takes as a repeating instrument of this name. */
export const DAILY_RECORD = 'daily_record';

const record = dailyRecordSchema.shape;
const symptom = symptomSchema.shape;

const recordNumber: ExportColumn = {
  name: 'record',
  means: 'The daily record that it belongs to: redcap_repeat_instance of daily_records.csv.',
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

/**
 * The versions in force, numbered by when the first version of each arrived: a day that is added later changes no number
 * that an earlier export had.
 */
const RECORDS_SQL = `versions as (
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
      means:
        'A row for each check-up in force. A day may have several, of which one counts. With redcap_data_dictionary.csv it imports into REDCap.',
      columns: [
        studyId,
        {
          name: 'redcap_repeat_instrument',
          means: 'REDCap’s name of the instrument that repeats.',
          schema: z.enum([DAILY_RECORD]),
          labels: labelled({ [DAILY_RECORD]: 'Daily record' }),
          from: 'The same in each row',
        },
        {
          name: 'redcap_repeat_instance',
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
        { name: 'sleep', means: 'Slept well.', schema: record.sleep, from: 'Daily record, sleep' },
        { name: 'mood', means: 'Mood was good.', schema: record.mood, from: 'Daily record, mood' },
        { name: 'active', means: 'Was active.', schema: record.active, from: 'Daily record, active' },
        count('sleep_symptoms', 'How many symptoms of sleep were chosen.', 'Daily record, symptoms'),
        count('mood_symptoms', 'How many symptoms of mood were chosen.', 'Daily record, symptoms'),
        count('active_symptoms', 'How many symptoms of activity were chosen.', 'Daily record, symptoms'),
        count(
          'warning_signs',
          'How many of them were marked as warning signs then.',
          'Daily record, symptoms',
        ),
        count('activities', 'How many activities were chosen.', 'Daily record, activities'),
      ],
      sql: `, ${RECORDS_SQL}
        select study_id, '${DAILY_RECORD}' as redcap_repeat_instrument, record as redcap_repeat_instance, study_day,
          counts, added_later, sleep, mood, active, c.sleep_symptoms, c.mood_symptoms, c.active_symptoms, c.warning_signs,
          (select count(*)::int from daily_record_activity a where a.record_id = records.id) as activities
        from records cross join lateral (
          select count(*) filter (where s.category = 'sleep')::int as sleep_symptoms,
            count(*) filter (where s.category = 'mood')::int as mood_symptoms,
            count(*) filter (where s.category = 'active')::int as active_symptoms,
            count(*) filter (where rs.redflag)::int as warning_signs
          from daily_record_symptom rs join symptom s on s.id = rs.symptom_id where rs.record_id = records.id) c
        order by study_id, record`,
    },
    {
      name: 'record_symptoms',
      means: 'A row for each symptom chosen in a daily record.',
      columns: [
        studyId,
        recordNumber,
        recordDay,
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
      sql: `, ${RECORDS_SQL}
        select study_id, record, study_day, s.category, ${listed('s', 'symptoms')} as symptom,
          rs.redflag as warning_sign, s.self_harm
        from given cross join records join daily_record_symptom rs on rs.record_id = records.id
        join symptom s on s.id = rs.symptom_id order by study_id, record, s.category, symptom`,
    },
    {
      name: 'record_activities',
      means: 'A row for each activity chosen in a daily record.',
      columns: [studyId, recordNumber, recordDay, activityText],
      sql: `, ${RECORDS_SQL}
        select study_id, record, study_day, ${listed('a', 'activities')} as activity
        from given cross join records join daily_record_activity ra on ra.record_id = records.id
        join activity a on a.id = ra.activity_id order by study_id, record, activity`,
    },
    {
      name: 'symptom_lists',
      means: 'A row for each symptom on a participant’s list.',
      columns: [
        studyId,
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
      sql: `select study_id, s.category, ${listed('s', 'symptoms')} as symptom, s.redflag as warning_sign,
          s.removed_at is not null as removed
        from given cross join people join symptom s on s.participant_id = people.id
        order by study_id, s.category, symptom`,
    },
    {
      name: 'activity_lists',
      means: 'A row for each activity on a participant’s list.',
      columns: [studyId, activityText, removed],
      sql: `select study_id, ${listed('a', 'activities')} as activity, a.removed_at is not null as removed
        from given cross join people join activity a on a.participant_id = people.id order by study_id, activity`,
    },
    {
      name: 'warning_signs',
      means:
        'A row for each day with a warning sign, in any version of its record. The team’s notes are left out.',
      columns: [
        studyId,
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
      sql: `select study_id, w.local_date - day_zero as study_day, w.self_harm,
          round(extract(epoch from w.closed_at - w.raised_at)::numeric / 86400, 2)::float8 as days_until_closed
        from people join warning_sign w on w.participant_id = people.id order by study_id, study_day`,
    },
  ];
};
