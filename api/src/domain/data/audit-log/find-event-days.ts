import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { isTimeZone } from '../../people/participants/time-zone.ts';
import type { AuditRow } from './read-audit-log.ts';

interface EventZone {
  id: number;
  timeZone: string | null;
}

/**
 * Finds the participant's own calendar day (YYYY-MM-DD) of events, by where they were then: the time zone that they had
 * chosen, else that of the last record which had arrived, else what their device said last, else the trial's (IANA).
 * Null for events about no participant, or about one who is no longer there.
 */
export async function findEventDays(
  em: EntityManager,
  events: readonly AuditRow[],
  trialZone: string,
): Promise<(event: AuditRow) => string | null> {
  if (events.length === 0) return () => null;
  const subjects = `{${[...new Set(events.flatMap(({ subject }) => subject ?? []))].join()}}`;
  const rows = await em.execute<EventZone[]>(
    // The changes are found once: a participant may have tens of thousands of events.
    `with changed as materialized (select d.id, d.subject, v.before
       from audit_event d join audit_values v on v.event_id = d.id
       where d.subject = any(?::uuid[]) and d.type = 'details.changed' and jsonb_exists(v.before, 'timeZone'))
     select e.id, coalesce(case when later.before is null then p.time_zone else later.before->>'timeZone' end,
       r.time_zone, p.device_time_zone) as "timeZone"
     from audit_event e join participant p on p.id = e.subject
     left join lateral (select d.before from changed d where d.subject = e.subject and d.id >= e.id
       order by d.id limit 1) later on true
     left join lateral (select time_zone from daily_record where participant_id = e.subject and received_at <= e.at
       order by received_at desc limit 1) r on true
     where e.id in (${events.map(() => '?').join(', ')})`,
    [subjects, ...events.map(({ id }) => id)],
  );
  const zones = new Map(rows.map(({ id, timeZone }) => [id, timeZone]));
  return ({ id, at }) => {
    const zone = zones.get(id);
    if (zone === undefined) return null;
    return localDate(at, zone && isTimeZone(zone) ? zone : trialZone);
  };
}
