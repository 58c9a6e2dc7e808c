import * as z from 'zod/mini';
import { type CheckUpField, mapCheckUpFields } from './check-up-fields.ts';

const answer = z.boolean();

/** The schema of each field, apart from their names and words, which pages load without zod. */
export const checkUpSchemas = mapCheckUpFields<Record<CheckUpField, typeof answer>>(() => answer);
