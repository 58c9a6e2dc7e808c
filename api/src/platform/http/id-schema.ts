import * as z from 'zod';

/** An id from outside, as PostgreSQL gives it back: in small letters, with hyphens, without braces or blanks. */
export const idSchema = z.uuid().toLowerCase();
