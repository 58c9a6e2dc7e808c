import { defineModule } from '../../../platform/modules/define-module.ts';
import { AuditEvent, AuditHead, AuditHeadMailing, AuditValues } from './audit.entities.ts';

/** What every change leaves in the audit log. `data/audit-log` reads and verifies it. */
export const audit = defineModule({
  name: 'audit',
  entities: [AuditEvent, AuditValues, AuditHead, AuditHeadMailing],
  // The values go in the night after an erasure, by the role that owns the log; the chain of hashes stays for good.
  personal: {
    audit_values: {
      owner: { through: ['event_id', 'audit_event'] },
      erase: { before: 'database', after: 'database' },
    },
  },
  codes: {
    audit_event: ['type', 'actor', 'request_id', 'values_hash', 'previous_hash', 'hash'],
    audit_values: ['salt'],
    audit_head: ['hash', 'public_key', 'signature'],
  },
});
