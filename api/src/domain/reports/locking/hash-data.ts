import type { EntityManager } from '../../../platform/database/orm.ts';

/** Tables of what a participant and the team recorded: the columns that are left out, and what was there at `lock.at`. */
const OF_PARTICIPANT: { table: string; without?: string; recorded?: string }[] = [
  {
    table: 'daily_record',
    without: later('superseded_at'),
    recorded: 't.received_at <= lock.at',
  },
  { table: 'dose_report', recorded: 't.reported_at <= lock.at' },
  // Where a dose report moves the steps, and preparing one, changes neither the plan that was saved nor what was taken.
  { table: 'prescription', without: `array['date', 'prepared_on', 'talked_on']` },
  ...['symptom', 'activity'].map((table) => ({
    table,
    // The list goes on; what a locked record names stays.
    without: `array['redflag', 'removed_at']`,
    recorded: `exists (select from daily_record_${table} c join daily_record r on r.id = c.record_id
      where c.${table}_id = t.id and r.received_at <= lock.at)`,
  })),
  { table: 'setup_answer' },
  { table: 'baseline' },
  { table: 'allocation' },
  {
    table: 'adverse_event',
    without: later('voided_at', 'voided_by', 'void_reason'),
    recorded: `exists (select from adverse_event_version v where v.event_id = t.id and v.at <= lock.at)`,
  },
  { table: 'follow_up_done', recorded: 't.reported_at <= lock.at' },
];
/** Tables whose rows belong to a row of one of these. */
const OF_PARENT: { table: string; parent: string; key: string; without?: string; recorded: string }[] = [
  ...['daily_record_symptom', 'daily_record_activity'].map((table) => ({
    ...{ table, parent: 'daily_record', key: 'record_id' },
    recorded: 'p.received_at <= lock.at',
  })),
  {
    ...{ table: 'adverse_event_version', parent: 'adverse_event', key: 'event_id' },
    // Empty in rows that are older than the column: a hash of them stays.
    without: `${later('superseded_at')} || ${later('signed_at', 'signed_by')}
      || ${['term', 'term_code', 'concomitant'].map((column) => `case when t.${column} = '' then array['${column}'] else array[]::text[] end`).join(' || ')}`,
    recorded: 't.at <= lock.at',
  },
];

/** Leaves out what was set after the lock. */
function later(instant: string, ...others: string[]): string {
  const columns = [instant, ...others].map((column) => `'${column}'`).join();
  return `case when t.${instant} > lock.at then array[${columns}] else array[]::text[] end`;
}

/** How hashes are made. Those of format 1, of every row as it is, are no longer made. */
export const HASH_FORMAT = 2;

/**
 * SHA-256 (hex) of the data of one participant, or of everybody (null), as they were recorded until an instant: of the
 * hashes, in order, of every row as JSON without its participant. The same rows have the same hash under another random id,
 * a column that is added later and empty changes nothing, and so does what was recorded after the instant.
 */
export async function hashData(
  tx: EntityManager,
  participantId: string | null,
  until: Date,
): Promise<string> {
  // Instants are written in the session's time zone.
  await tx.execute(`set local time zone 'UTC'`);
  const isTheirs = participantId ? '= lock.participant' : 'is not null';
  const line = (table: string, without = 'array[]::text[]') =>
    `sha256(convert_to('${table} ' || jsonb_strip_nulls(to_jsonb(t) - 'participant_id' - (${without}))::text, 'UTF8')) as line`;
  const parts = [
    `select sha256(convert_to(jsonb_build_array(t.schedule_id, t.start_dose, t.times_per_day)::text, 'UTF8')) as line
     from lock cross join participant t where t.id ${isTheirs}`,
    ...OF_PARTICIPANT.map(
      ({ table, without, recorded = 'true' }) =>
        `select ${line(table, without)} from lock cross join ${table} t where t.participant_id ${isTheirs} and ${recorded}`,
    ),
    ...OF_PARENT.map(
      ({ table, parent, key, without, recorded }) =>
        `select ${line(table, without)} from lock cross join ${table} t join ${parent} p on p.id = t.${key}
         where p.participant_id ${isTheirs} and ${recorded}`,
    ),
  ];
  const [row] = await tx.execute<{ hash: string }[]>(
    `with lock as (select ?::timestamptz as at, ?::uuid as participant)
     select encode(sha256(coalesce(string_agg(line, ''::bytea order by line), ''::bytea)), 'hex') as hash
     from (${parts.join(' union all ')}) rows`,
    [until.toISOString(), participantId],
  );
  if (!row) throw new Error('The database gave no row.');
  return row.hash;
}
