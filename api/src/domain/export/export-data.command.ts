import { originOf, type StaffRequest } from '../../staff-site/page/staff-request.ts';
import type { AuditEventType, AuditPayloads } from '../audit/audit-event-types.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { openSnapshot } from './snapshot.ts';
import { writeExport } from './write-export.ts';

/**
 * The export for a member of staff, with its events in the trail: that it started, before the first byte is made; and
 * that it was sent to the end, with its checksum, or cut off. A server that is killed leaves the start alone. Throws
 * too-many-requests while another runs.
 */
export async function* exportData(request: StaffRequest, reason: string): AsyncGenerator<Uint8Array, void> {
  const { em, services, now } = request;
  const record = <T extends AuditEventType>(type: T, at: Date, values: AuditPayloads[T]) =>
    em
      .fork()
      .transactional((tx) => recordAuditEvent(tx, type, originOf({ ...request, now: at }, null), values));
  const snapshot = await openSnapshot(em, services.content);
  let isWhole = false;
  try {
    await record('export.started', now, { after: { reason } });
    const summary = yield* writeExport(snapshot, services.content, now);
    await record('export.finished', services.now(), { after: summary });
    isWhole = true;
  } finally {
    // A connection that was lost cannot be closed, and the trail tells of the export's end all the same.
    try {
      await snapshot.close();
    } finally {
      if (!isWhole) await record('export.cut-off', services.now(), {});
    }
  }
}
