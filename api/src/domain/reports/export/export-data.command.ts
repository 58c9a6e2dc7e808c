import { randomUUID } from 'node:crypto';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { addSignature, type Signing } from '../../people/signatures/signatures.ts';
import { calendarFile } from './files/calendar-file.ts';
import { exportFiles } from './files/export-files.ts';
import { openExportView } from './open-export-view.ts';
import { writeExport } from './write-export.ts';

export interface DataRelease {
  reason: string;
  isMasked: boolean;
  hasDates: boolean;
  signing: Signing;
}

/**
 * The export, masked (without what discloses the arm) or whole, and with calendar dates or not. Its audit events: that it
 * started, before the first byte is made; and that it was sent to the end, with its checksum and the signature of who
 * released it, or cut off. A server that is killed leaves only the start. Throws too-many-requests while another runs.
 */
export async function* exportData(
  op: Operation,
  { reason, isMasked, hasDates, signing }: DataRelease,
  clock: () => Date,
): AsyncGenerator<Uint8Array, void> {
  const view = await openExportView(op.db, op.content, op.now);
  let isWhole = false;
  try {
    await op.audit('export.started', null, {
      after: { reason, ...(isMasked && { masked: true }), ...(hasDates && { dates: true }) },
    });
    const files = [...exportFiles(op.content), ...(hasDates ? [calendarFile] : [])];
    const summary = yield* writeExport(view, op.content, op.now, isMasked, files);
    await inTransaction({ ...op, now: clock() }, async (op) => {
      const release = randomUUID();
      const content = { release, reason, isMasked, hasDates, sha256: summary.sha256 };
      await addSignature(op, signing, { kind: 'data-release', target: release, participant: null, content });
      await op.audit('export.finished', null, { after: { ...summary, release } });
    });
    isWhole = true;
  } finally {
    // A connection that was lost cannot be closed, and the audit log says all the same how the export ended.
    try {
      await view.close();
    } finally {
      if (!isWhole) await { ...op, now: clock() }.audit('export.cut-off', null, {});
    }
  }
}
