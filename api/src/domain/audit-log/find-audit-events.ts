import type { EntityManager } from '../../platform/database/orm.ts';
import { idSchema } from '../../platform/http/id-schema.ts';
import type { AuditEventType } from '../audit/audit-event-types.ts';
import { AUDIT_COLUMNS, type AuditRow } from './read-audit-log.ts';

export const AUDIT_PAGE_SIZE = 50;

/** What the team looks for in the log; an empty text is no condition. */
export interface AuditFilter {
  type: AuditEventType | '';
  /** `staff:<id>`, `visitor` or `operator`, or `participant` for any of them. */
  actor: string;
  /** The email address or the id of the participant whom it is about. */
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
const SLACK = `interval '1 hour'`;
/** Starts a search by days at them, rather than reading everything that came since. */
const firstIdFrom = (instant: string): string =>
  `coalesce((select id from audit_event where at >= ${instant} order by at, id limit 1), 2147483647)`;

/** One page of the log, newest first, of the events before the event `before`. As fast for a log of any length. */
export async function findAuditEvents(
  em: EntityManager,
  filter: AuditFilter,
  { before, timeZone }: { before: number; timeZone: string },
): Promise<AuditPage> {
  const conditions: [sql: string, ...values: unknown[]][] = [['e.id < ?', before]];
  if (filter.type) conditions.push(['e.type = ?', filter.type]);
  if (filter.actor === 'participant') conditions.push([`e.actor like 'participant:%'`]);
  else if (filter.actor) conditions.push(['e.actor = ?', filter.actor]);
  if (filter.about) {
    const { data: id } = idSchema.safeParse(filter.about);
    conditions.push(
      id
        ? ['e.subject = ?', id]
        : ['e.subject = (select id from participant where email = lower(?))', filter.about],
    );
  }
  const startOf = '(?::date)::timestamp at time zone ?';
  if (filter.from) {
    const from = [filter.from, timeZone];
    conditions.push([`e.at >= ${startOf}`, ...from]);
    conditions.push([`e.id >= ${firstIdFrom(`${startOf} - ${SLACK}`)}`, ...from]);
  }
  if (filter.to) {
    const end = [filter.to, timeZone];
    const startOfNext = '(?::date + 1)::timestamp at time zone ?';
    conditions.push([`e.at < ${startOfNext}`, ...end]);
    conditions.push([`e.id < ${firstIdFrom(`${startOfNext} + ${SLACK}`)}`, ...end]);
  }
  return page(em, conditions);
}

/** The events about one participant's data, newest first. */
export const findEventsAbout = (em: EntityManager, subject: string, before: number): Promise<AuditPage> =>
  page(em, [
    ['e.id < ?', before],
    ['e.subject = ?', subject],
  ]);

async function page(em: EntityManager, conditions: [string, ...unknown[]][]): Promise<AuditPage> {
  const events = await em.execute<AuditRow[]>(
    `select ${AUDIT_COLUMNS} from audit_event e left join audit_values v on v.event_id = e.id
     where ${conditions.map(([sql]) => sql).join(' and ')} order by e.id desc limit ?`,
    [...conditions.flatMap(([, ...values]) => values), AUDIT_PAGE_SIZE + 1],
  );
  const shown = events.slice(0, AUDIT_PAGE_SIZE);
  return { events: shown, olderThan: events.length > AUDIT_PAGE_SIZE ? (shown.at(-1)?.id ?? null) : null };
}
