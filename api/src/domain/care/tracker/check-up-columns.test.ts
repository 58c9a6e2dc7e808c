import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { CHECK_UP_FIELD_NAMES, CHECK_UP_FIELDS } from '@stepwise/shared-contracts/entities/check-up-fields';
import { recordInSentences } from '@stepwise/shared-contracts/entities/record-words';
import {
  CATEGORIES,
  dailyRecordSchema,
  type DailyRecord as RecordShown,
} from '@stepwise/shared-contracts/entities/tracker';
import { loadContent } from '../../core/content/load-content.ts';
import { myRecordsCsv } from '../documents/my-records.ts';
import { columnOf } from './check-up-columns.ts';
import { DailyRecord } from './daily-record.entities.ts';
import { trackerFiles } from './tracker-files.ts';

const analysis = join(import.meta.dirname, '../../reports/export/analysis');
const content = loadContent(join(import.meta.dirname, '../../../../content'));

const record: RecordShown = {
  ...{ date: '2026-03-10', localDate: '2026-03-10', recordedAt: '2026-03-10T01:00:00.000Z' },
  ...{ timeZone: 'UTC', sleep: true, mood: true, active: true, symptoms: [], activities: [] },
};

describe('each field of a check-up', () => {
  test.each(CHECK_UP_FIELD_NAMES)(
    '%s is in the record, its table, both files of the export, the CSV and the words',
    (field) => {
      expect(Object.keys(dailyRecordSchema.shape)).toContain(field);
      expect(Object.keys(DailyRecord.meta.properties)).toContain(field);
      for (const name of ['daily_records', 'record_versions']) {
        const file = trackerFiles(content).find((each) => each.name === name);
        expect(file?.columns.map((column) => column.name)).toContain(columnOf(field));
        expect(file?.sql).toContain(`r.${columnOf(field)}`);
      }
      const [heads = ''] = myRecordsCsv([]).split('\r\n');
      expect(heads.split(',')).toContain(CHECK_UP_FIELDS[field].name);
      expect(recordInSentences(record)).toContain(CHECK_UP_FIELDS[field].name);
    },
  );

  test('the analysis names the categories as the export’s columns do', () => {
    const quoted = CATEGORIES.map((name) => `"${columnOf(name)}"`).join(', ');
    expect(readFileSync(join(analysis, 'analyse.py'), 'utf8')).toContain(`CATEGORIES = (${quoted})`);
    expect(readFileSync(join(analysis, 'analyse.R'), 'utf8')).toContain(`CATEGORIES <- c(${quoted})`);
  });
});
