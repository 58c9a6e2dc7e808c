import { notFound } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Prescription } from './prescription.entity.ts';

/** Saves whether what a step needs is prepared. Throws not-found for a step that is not the participant's. */
export async function prepareStep(
  op: Operation,
  participant: string,
  { step, prepared }: { step: number; prepared: boolean },
): Promise<void> {
  const row = await op.db.findOne(Prescription, { id: step, participant });
  if (!row) throw notFound();
  if (prepared === (row.preparedOn !== null)) return;
  row.preparedOn = prepared ? op.today : null;
  await op.db.flush();
  await op.audit('step.prepared', participant, { after: { dose: row.dose, planned: row.date, prepared } });
}
