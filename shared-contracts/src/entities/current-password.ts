import * as z from 'zod/mini';

/** Given again where the last proof of who asks is older than ten minutes. */
export const currentPasswordSchema = z.optional(z.string().check(z.maxLength(256)));
