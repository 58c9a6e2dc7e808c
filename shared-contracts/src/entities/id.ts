import * as z from 'zod/mini';

/** An id that the database counts up: whole, not negative, at most a 32-bit integer's largest. */
export const idSchema = z.int().check(z.minimum(0), z.maximum(2_147_483_647));
