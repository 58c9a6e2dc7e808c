import * as z from 'zod';
import type { ExportFile } from '../../../core/export/export-file.ts';
import { labelled } from '../../../core/export/labels.ts';
import type { ExportRow } from '../snapshot.ts';

const INSTANCE = 'redcap_repeat_instance';

/** The files of which REDCap takes several rows for one participant. */
const isRepeating = ({ key }: ExportFile): boolean => key[0] === 'study_id' && key.length > 1;

const hasInstances = ({ columns }: ExportFile): boolean => columns.some(({ name }) => name === INSTANCE);

/** Adds the columns by which REDCap imports a file with several rows for one participant, where it has none of its own. */
export function asInstrument(file: ExportFile): ExportFile {
  if (!isRepeating(file) || hasInstances(file)) return file;
  return {
    ...file,
    instances: true,
    columns: [
      ...file.columns,
      {
        name: 'redcap_repeat_instrument',
        means: 'REDCap’s name of the instrument that repeats.',
        schema: z.enum([file.name]),
        labels: labelled({ [file.name]: file.name.replaceAll('_', ' ') }),
        from: 'The same in each row',
      },
      {
        name: INSTANCE,
        means:
          'Number of the row among those of the participant, from 1. A later export may count otherwise.',
        schema: z.int(),
        from: 'Order of the rows',
      },
    ],
  };
}

/** Numbers the rows of each participant, which come one after the other. */
export function numberInstances({ name, instances }: ExportFile): (row: ExportRow) => ExportRow {
  let [last, instance] = [null as unknown, 0];
  return (row) => {
    if (!instances) return row;
    instance = row.study_id === last ? instance + 1 : 1;
    last = row.study_id;
    return { ...row, redcap_repeat_instrument: name, [INSTANCE]: instance };
  };
}
