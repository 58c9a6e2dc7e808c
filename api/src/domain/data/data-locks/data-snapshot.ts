import type { EntityManager } from '../../../platform/database/orm.ts';

/** Tables of what a participant and the team recorded. */
const OF_PARTICIPANT = [
  ...['daily_record', 'symptom', 'activity', 'prescription', 'dose_report', 'setup_answer'],
  ...['allocation', 'adverse_event', 'follow_up_done'],
];
/** Tables whose rows belong to a row of one of these. */
const OF_PARENT = [
  { table: 'daily_record_symptom', parent: 'daily_record', key: 'record_id' },
  { table: 'daily_record_activity', parent: 'daily_record', key: 'record_id' },
  { table: 'adverse_event_version', parent: 'adverse_event', key: 'event_id' },
];

/**
 * SHA-256 (hex) of the data of one participant, or of everybody (null), as they are now: of the hashes, in order, of every
 * row as JSON without its participant. The same rows have the same hash under another random id, and a column that is
 * added later and empty changes nothing.
 */
export async function hashData(tx: EntityManager, participantId: string | null): Promise<string> {
  // Instants are written in the session's time zone.
  await tx.execute(`set local time zone 'UTC'`);
  const isTheirs = participantId ? '= ?' : 'is not null';
  const line = (table: string) =>
    `sha256(convert_to('${table} ' || jsonb_strip_nulls(to_jsonb(t) - 'participant_id')::text, 'UTF8')) as line`;
  const parts = [
    `select sha256(convert_to(jsonb_build_array(t.schedule_id, t.start_dose, t.times_per_day, t.strengths)::text, 'UTF8')) as line
     from participant t where t.id ${isTheirs}`,
    ...OF_PARTICIPANT.map(
      (table) => `select ${line(table)} from ${table} t where t.participant_id ${isTheirs}`,
    ),
    ...OF_PARENT.map(
      ({ table, parent, key }) =>
        `select ${line(table)} from ${table} t join ${parent} p on p.id = t.${key} where p.participant_id ${isTheirs}`,
    ),
  ];
  const [row] = await tx.execute<{ hash: string }[]>(
    `select encode(sha256(coalesce(string_agg(line, ''::bytea order by line), ''::bytea)), 'hex') as hash
     from (${parts.join(' union all ')}) rows`,
    participantId ? parts.map(() => participantId) : [],
  );
  if (!row) throw new Error('The database gave no row.');
  return row.hash;
}
