import { readCsv, type Unzipped } from '../../../api/src/testing/read-export.ts';
import type { Rehearsal } from '../context.ts';
import {
  COLUMNS_NOT_PREDICTED,
  EXPORT_FILES,
  FILES_NOT_PREDICTED,
  isEmptyFile,
} from '../model/export/export.ts';
import { TRIAL_FILES } from '../model/export/trial-files.ts';
import { rowsOf } from './read-export.ts';

/** Of every file with rows of people: the person. */
const KEYS: ReadonlySet<string> = new Set(['study_id', 'USUBJID']);

/** Each file and column of an export is predicted by the model, or named with the reason why not; no other is named. */
export function compareColumns({ watch }: Rehearsal, files: Unzipped): void {
  const names = [...files.keys()]
    .filter((name) => /^[^/]+\.csv$/.test(name))
    .map((name) => name.slice(0, -4));
  const known = { ...EXPORT_FILES, ...TRIAL_FILES };
  for (const name of names) {
    if (isEmptyFile(name)) watch.compare('export', `rows of ${name}`, rowsOf(files, name).length, 0);
    if (name in FILES_NOT_PREDICTED) continue;
    const [head = []] = readCsv(files.get(`${name}.csv`) ?? '');
    const named = [...(known[name]?.columns ?? []), ...Object.keys(COLUMNS_NOT_PREDICTED[name] ?? {})];
    const columns = head.filter((column) => !KEYS.has(column));
    watch.compare('columns of the export', name, columns.toSorted(), named.toSorted());
  }
  const expected = [...Object.keys(known), ...Object.keys(FILES_NOT_PREDICTED)];
  watch.compare('files of the export', 'all', names.toSorted(), [...new Set(expected)].toSorted());
}
