import type { EntityManager } from '../../../platform/database/orm.ts';
import type { AuditPayloads } from '../../core/audit/audit-event-types.ts';

const LISTED = 50;

/** What applied from when on, as the audit log has it, the newest first. */
export const findConfigurations = (
  em: EntityManager,
): Promise<{ at: Date; after: AuditPayloads['configuration.applied']['after'] }[]> =>
  em.execute(
    `select e.at, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'configuration.applied' order by e.id desc limit ?`,
    [LISTED],
  );
