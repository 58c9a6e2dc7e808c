import type {} from '../../../platform/database/query.ts';
import { defineModule } from '../../../platform/modules/define-module.ts';
import type { FailedAccess } from './failed-access.ts';

declare module '../../../platform/database/query.ts' {
  interface Tables {
    failed_access: { type: FailedAccess; account: string; network: string; began_at: Date; count: number };
  }
}

/** The audit log as the team reads and verifies it, and attempts that failed, until they are written there. */
export const auditLog = defineModule({
  name: 'audit-log',
  tables: ['failed_access'],
  // Written to the audit log within a quarter of an hour. A withdrawal removes it before it locks the log.
  personal: { failed_access: { erase: { account: 'expires', network: 'expires' } } },
  codes: { failed_access: ['type'] },
});
