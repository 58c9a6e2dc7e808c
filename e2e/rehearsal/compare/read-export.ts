import { readCsv, type Unzipped } from '../../../api/src/testing/read-export.ts';

export type Row = Record<string, string>;

/** The rows of a file of the export, each cell by its column. */
export function rowsOf(files: Unzipped, name: string): Row[] {
  const [head = [], ...rows] = readCsv(files.get(`${name}.csv`) ?? '\r\n');
  return rows.map((cells) => Object.fromEntries(head.map((column, index) => [column, cells[index] ?? ''])));
}

const number = (cell: string | undefined): number | null => (cell ? Number(cell) : null);

/** What the export has of each person who consented, in the shape of the model. */
export function peopleIn(files: Unzipped) {
  const of = (name: string, study_id: string) =>
    rowsOf(files, name).filter((row) => row.study_id === study_id);
  return rowsOf(files, 'participants').map(({ study_id = '' }) => {
    const [survey] = of('survey_outcomes', study_id);
    const [drawn] = of('allocations', study_id);
    const [observed] = of('observation', study_id);
    const numbers = (name: string, ...columns: string[]) =>
      of(name, study_id).map((row) => columns.map((column) => number(row[column])));
    return {
      stratum: survey?.stratum ?? '',
      predict: number(survey?.predict) ?? 0,
      arm: drawn?.arm ?? '',
      drawn: number(drawn?.draw_day),
      stopped: of('stops', study_id).map(({ degree, stop_day }) => [degree, number(stop_day)]),
      due: number(observed?.days_due),
      recorded: number(observed?.days_recorded),
      records: of('daily_records', study_id)
        .map((row) => [
          ...['study_day', 'counts', 'sleep', 'mood', 'active'].map((column) => number(row[column])),
          ['sleep', 'mood', 'active'].reduce((sum, each) => sum + Number(row[`${each}_symptoms`]), 0),
          number(row.warning_signs),
          number(row.activities),
        ])
        .sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[1]) - Number(b[1])),
      versions: of('record_versions', study_id).length,
      doses: numbers('dose_reports', 'taken_day', 'dose').filter(
        ([, dose], index, all) => dose !== all[index - 1]?.[1],
      ),
      // The export has days with two decimals.
      signs: numbers('warning_signs', 'study_day', 'self_harm', 'days_until_closed')
        .map(([day, selfHarm, days]) => [day, selfHarm, days == null ? null : Math.round(days * 24)])
        .sort((a, b) => Number(a[0]) - Number(b[0])),
      adverseEvents: of('adverse_events', study_id).map((row) => [
        number(row.onset_day),
        number(row.aware_day),
        row.severity ?? '',
      ]),
      followUps: numbers('follow_ups', 'months', 'due_day', 'done_day', 'reminders'),
      reminders: numbers('reminders', 'study_day').flat(),
    };
  });
}
