import type { EntityManager } from '../../../platform/database/orm.ts';
import type { AuditEventType, AuditPayloads } from './audit-event-types.ts';

/** What the newest event of a type carries; undefined where there is none. */
export async function findNewestValues<T extends AuditEventType>(
  db: EntityManager,
  type: T,
): Promise<AuditPayloads[T] | undefined> {
  const [newest] = await db.execute<AuditPayloads[T][]>(
    `select v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = ? order by e.id desc limit 1`,
    [type],
  );
  return newest;
}
