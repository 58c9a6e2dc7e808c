import * as z from 'zod';
import { RECORDS_SQL } from '../../../care/tracker/tracker-files.ts';
import { day, studyId } from '../../../core/export/common-columns.ts';
import type { ExportFile } from '../../../core/export/export-file.ts';
import { labelled } from '../../../core/export/labels.ts';

/** What a data lock keeps apart, by the rows that it names in the other files. */
export const afterLockFile: ExportFile = {
  name: 'after_lock',
  means:
    'A row for each check-up, dose report and adverse event, or version of one, that was recorded after the data were locked and is not part of the locked data. None where nothing is locked.',
  key: ['study_id', 'kind', 'number', 'version'],
  revealsArm: true,
  columns: [
    studyId,
    {
      name: 'kind',
      means: 'Which file has it.',
      schema: z.enum(['check_up', 'dose_report', 'adverse_event']),
      labels: labelled({
        check_up: 'record_versions.csv',
        dose_report: 'dose_reports.csv',
        adverse_event: 'adverse_events.csv',
      }),
      from: 'Kind of what was recorded',
    },
    {
      name: 'number',
      means: 'Its number there: record, report or event.',
      schema: z.int(),
      from: 'The same number as in the file',
    },
    {
      name: 'version',
      means: 'Which version of it, from 1; 1 for a dose report, which has one.',
      schema: z.int(),
      from: 'Order of the versions',
    },
    day('arrived_day', 'When it was recorded.', 'Instant at which it arrived'),
  ],
  sql: `, ${RECORDS_SQL},
    locks as (
      select people.id, people.day_zero, min(l.locked_at) as locked_at from people join data_lock l
        on l.unlocked_at is null and (l.participant_id = people.id or l.participant_id is null) group by 1, 2),
    recorded as (
      select participant_id, study_id, 'check_up' as kind, record as number,
        row_number() over (partition by participant_id, record order by id)::int as version, received_at as at
      from numbered
      union all select people.id, study_id, 'dose_report',
        row_number() over (partition by people.id order by d.reported_at, d.id)::int, 1, d.reported_at
      from people join dose_report d on d.participant_id = people.id
      union all select e.participant_id, study_id, 'adverse_event', e.number, v.version, v.at
      from (select e.id, e.participant_id, study_id,
          row_number() over (partition by people.id order by newest.aware_at, e.id)::int as number
        from people join adverse_event e on e.participant_id = people.id and e.voided_at is null
        join adverse_event_version newest on newest.event_id = e.id and newest.superseded_at is null) e
      join adverse_event_version v on v.event_id = e.id)
    select study_id, kind, number, version, (recorded.at at time zone given.zone)::date - day_zero as arrived_day
    from given cross join locks join recorded on recorded.participant_id = locks.id and recorded.at > locked_at
    order by study_id, kind, number, version`,
};
