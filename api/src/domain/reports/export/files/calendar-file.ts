import * as z from 'zod';
import { studyId } from '../../../core/export/common-columns.ts';
import type { ExportFile } from '../../../core/export/export-file.ts';

/** The calendar date that each participant's days are counted from, for those who may have it. */
export const calendarFile: ExportFile = {
  name: 'calendar',
  means:
    'A row for each participant who gave consent: the date of day 0. In exports with calendar dates only.',
  key: ['study_id'],
  columns: [
    studyId,
    {
      name: 'consent_date',
      means: 'Date of the first consent (YYYY-MM-DD). Add a study day to it for the date of that day.',
      schema: z.string(),
      from: 'First consent',
    },
  ],
  sql: `select study_id, to_char(day_zero, 'YYYY-MM-DD') as consent_date from people order by study_id`,
};
