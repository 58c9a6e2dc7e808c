import { originOf, type StaffRequest } from '../admin/staff-request.ts';
import type { AuditEventType, AuditPayloads } from '../audit/audit-event-types.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { writeExport } from './write-export.ts';

/**
 * The export for a member of staff, with its events in the trail: that it started, before the first byte is made; and
 * that it was sent to the end, with its checksum, or cut off. A server that is killed leaves the start alone.
 */
export async function* exportData(request: StaffRequest, reason: string): AsyncGenerator<Uint8Array, void> {
  const { em, services, now } = request;
  const record = <T extends AuditEventType>(type: T, at: Date, values: AuditPayloads[T]) =>
    em
      .fork()
      .transactional((tx) => recordAuditEvent(tx, type, originOf({ ...request, now: at }, null), values));
  const chunks = writeExport(em, services.content, now);
  const first = await chunks.next();
  await record('export.started', now, { after: { reason } });
  let isWhole = false;
  try {
    if (!first.done) yield first.value;
    const summary = yield* chunks;
    await record('export.finished', services.now(), { after: summary });
    isWhole = true;
  } finally {
    await chunks.return({ counts: {}, bytes: 0, sha256: '' });
    if (!isWhole) await record('export.cut-off', services.now(), {});
  }
}
