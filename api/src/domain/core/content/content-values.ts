import { z } from 'zod';

export const text = z.string().trim().min(1, 'must not be empty');
/** Whether a file's words are for demonstration only. */
export const demonstration = z.boolean();
