import { notFound } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Prescription } from './prescription.entity.ts';

/**
 * Saves whether what a step needs is prepared, and whether the person has talked about it with their doctor or nurse.
 * Throws not-found for a step that is not the participant's.
 */
export async function prepareStep(
  op: Operation,
  participant: string,
  { step, prepared, talked }: { step: number; prepared?: boolean | undefined; talked?: boolean | undefined },
): Promise<void> {
  const row = await op.db.findOne(Prescription, { id: step, participant });
  if (!row) throw notFound();
  const isPrepared = prepared ?? row.preparedOn !== null;
  const isTalked = talked ?? row.talkedOn !== null;
  if (isPrepared === (row.preparedOn !== null) && isTalked === (row.talkedOn !== null)) return;
  row.preparedOn = isPrepared ? (row.preparedOn ?? op.today) : null;
  row.talkedOn = isTalked ? (row.talkedOn ?? op.today) : null;
  await op.db.flush();
  await op.audit('step.prepared', participant, {
    after: { dose: row.dose, planned: row.date, prepared: isPrepared, talked: isTalked },
  });
}
