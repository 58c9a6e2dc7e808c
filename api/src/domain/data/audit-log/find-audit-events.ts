import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { idSchema } from '../../../platform/http/id-schema.ts';
import type { AuditEventType } from '../../core/audit/audit-event-types.ts';
import type { Viewer } from '../../people/staff/viewer.ts';
import { type AuditRow, auditRows } from './read-audit-log.ts';

/** The newest event of a page that is asked for has a smaller number than this. */
export const beforeSchema = z.coerce.number().int().min(1).max(2_147_483_647).catch(2_147_483_647);

const AUDIT_PAGE_SIZE = 50;

/** What the team looks for in the log; an empty text is no condition. */
export interface AuditFilter {
  type: AuditEventType | '';
  /** `staff:<id>`, `visitor` or `operator`, or `participant` for any of them. */
  actor: string;
  /** The email address, the study id or the id of the participant whom it is about. */
  about: string;
  /** Calendar days of the trial's time zone, both included. */
  from: string;
  to: string;
}

export const NO_FILTER: AuditFilter = { type: '', actor: '', about: '', from: '', to: '' };

export interface AuditPage {
  events: AuditRow[];
  /** From where the next page, of older events, goes on; null where there is none. */
  olderThan: number | null;
}

/** Events are numbered in the order of their time, but for what requests take and what the replicas' clocks differ by. */
const SLACK = sql`interval '1 hour'`;
/** Starts a search by days at them, rather than reading everything that came since. */
const firstIdFrom = (instant: RawBuilder<Date>): RawBuilder<number> =>
  sql`coalesce((select id from audit_event where at >= ${instant} order by at, id limit 1), 2147483647)`;

/**
 * One page of the log, newest first, of the events before the event `before`. As fast for a log of any length. Who sees no
 * names finds nothing by an email address.
 */
export async function findAuditEvents(
  em: EntityManager,
  { type, actor, about, from, to }: AuditFilter,
  { before, timeZone, viewer, size }: { before: number; timeZone: string; viewer: Viewer; size?: number },
): Promise<AuditPage> {
  const startOf = (day: RawBuilder<unknown>) => sql<Date>`(${day})::timestamp at time zone ${timeZone}`;
  let events = auditRows(em).where('e.id', '<', before);
  if (type) events = events.where('e.type', '=', type);
  if (actor === 'participant') events = events.where('e.actor', 'like', 'participant:%');
  else if (actor) events = events.where('e.actor', '=', actor);
  if (about) {
    const subject = await findSubject(em, about, viewer);
    if (!subject) return { events: [], olderThan: null };
    events = events.where('e.subject', '=', subject);
  }
  if (from) {
    const start = startOf(sql`${from}::date`);
    events = events.where('e.at', '>=', start).where('e.id', '>=', firstIdFrom(sql`${start} - ${SLACK}`));
  }
  if (to) {
    const end = startOf(sql`${to}::date + 1`);
    events = events.where('e.at', '<', end).where('e.id', '<', firstIdFrom(sql`${end} + ${SLACK}`));
  }
  return page(events, size);
}

/** The id that a search means, which may be of someone who is no longer there; null where it finds none. */
export async function findSubject(
  em: EntityManager,
  about: string,
  { names }: Viewer,
): Promise<string | null> {
  const { data: id } = idSchema.safeParse(about);
  if (id) return id;
  const found = await query(em)
    .selectFrom('participant')
    .select('id')
    .where((either) =>
      either.or([
        either('study_id', '=', about.toUpperCase()),
        ...(names ? [either('email', '=', about.toLowerCase())] : []),
      ]),
    )
    .executeTakeFirst();
  return found?.id ?? null;
}

/** The events about one participant's data, newest first. */
export const findEventsAbout = (em: EntityManager, subject: string, before: number): Promise<AuditPage> =>
  page(auditRows(em).where('e.id', '<', before).where('e.subject', '=', subject));

async function page(rows: ReturnType<typeof auditRows>, size = AUDIT_PAGE_SIZE): Promise<AuditPage> {
  const events = await rows
    .orderBy('e.id', 'desc')
    .limit(size + 1)
    .execute();
  const shown = events.slice(0, size);
  return { events: shown, olderThan: events.length > size ? (shown.at(-1)?.id ?? null) : null };
}
