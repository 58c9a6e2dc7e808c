import { type AliasableExpression, expressionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import type { EntityManager } from './orm.ts';

/** The database's tables and their columns, by their names there. `modules.ts` adds what the entities say. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from above, so that this layer imports no table.
export interface Tables {}

/** Builds a query whose rows have the types of the entities' columns. It is part of the transaction of `em`. */
export const query = (em: EntityManager): Kysely<Tables> => em.getKysely<Tables>();

/** Builds a query that is a part of another, such as a value for `readValues`. */
export const subquery = expressionBuilder<Tables>();

/** An instant in JSON (ISO 8601, UTC, milliseconds). */
export const isoInstant = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type Values = Record<string, AliasableExpression<unknown>>;
type ReadValues<V extends Values> = {
  [Name in keyof V]: V[Name] extends AliasableExpression<infer T> ? T : never;
};

/** Reads several values in one statement, and so in one round trip. What was changed before is part of them. */
export async function readValues<V extends Values>(em: EntityManager, values: V): Promise<ReadValues<V>> {
  await em.flush();
  const named = Object.entries(values).map(([name, value]) => value.as(name));
  const row = await query(em).selectNoFrom(named).executeTakeFirstOrThrow();
  return row as ReadValues<V>;
}

/** An SQL statement with a `?` for each parameter. */
export interface Statement {
  text: string;
  params: readonly unknown[];
}

/** Sends statements in one round trip, after what was changed before. Where one fails, those after it are not executed. */
export async function executeTogether(em: EntityManager, statements: readonly Statement[]): Promise<void> {
  await em.flush();
  if (statements.length === 0) return;
  await em.execute(
    statements.map(({ text }) => text).join('; '),
    statements.flatMap(({ params }) => params),
  );
}
