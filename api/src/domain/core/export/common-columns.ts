import * as z from 'zod';
import type { ExportColumn } from './export-file.ts';

export const studyId: ExportColumn = {
  name: 'study_id',
  means: 'The participant. The same in each file and each export, until a participant is made anonymous.',
  schema: z.string(),
  from: 'HMAC-SHA-256 of the id, with a key that stays in the database',
};

/** A day, counted from the participant's first consent. */
export const day = (name: string, means: string, from: string, mayBeEmpty = false): ExportColumn => ({
  name,
  means,
  schema: mayBeEmpty ? z.int().nullable() : z.int(),
  unit: 'days since the first consent',
  from,
});
