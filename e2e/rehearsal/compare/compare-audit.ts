import type { Rehearsal } from '../context.ts';
import { auditOf, EVENTS_NOT_COUNTED } from '../model/audit.ts';
import type { Person } from '../people/person.ts';

/** How often each kind of event about a person is in the audit log, and by whom: what they did, and no more. */
export async function compareAudit({ stack, watch }: Rehearsal, { id, name, facts }: Person): Promise<void> {
  const rows = await stack.database.query<{ event: string; count: number }>(
    `select type || ' by ' || split_part(actor, ':', 1) as event, count(*)::int as count
     from audit_event where subject = $1 and type <> all ($2) group by 1`,
    [id, Object.keys(EVENTS_NOT_COUNTED)],
  );
  const seen = rows.map(({ event, count }) => [event, count] as const).sort();
  watch.compare('audit events of a person', name, Object.fromEntries(seen), auditOf(facts));
}
