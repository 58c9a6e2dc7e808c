/**
 * Lets the audit log take the instants that the API gives, for an API on a clock that is moved: each as it is `given`, or
 * none before that of the `last` event. As the owner of the database, the only role that may replace its functions.
 */
export const acceptInstants = (
  instant: 'given' | 'greatest(given, last)',
): string => `create or replace function audit_instant(given timestamptz, last timestamptz) returns timestamptz
  language sql volatile set search_path = pg_catalog, pg_temp as $$ select ${instant} $$`;
