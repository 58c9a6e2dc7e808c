import type { Kysely } from 'kysely';
import type { EntityManager } from './orm.ts';

/** The database's tables and their columns, by their names there. `entities.ts` adds what the entities say. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from above, so that this floor imports no table.
export interface Tables {}

/** Builds a query whose rows have the types of the entities' columns. It is part of the transaction of `em`. */
export const query = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>();
