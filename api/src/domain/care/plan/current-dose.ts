import { doseInForce, reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import type { Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { findDoseReports } from './dose-reports.ts';
import { isStarted } from './is-started.ts';

/**
 * The dose (mg a day) that a participant reported last, or null: before a plan has started while it is the setup's,
 * while it is only assumed, or on another medicine. A schedule changed midway goes on from here; one generated from the
 * dose of the setup answers would put the dose up again.
 */
export async function findCurrentDose(
  { db, content, today }: Operation,
  { id }: Pick<Participant, 'id'>,
  medicineId: number,
): Promise<number | null> {
  const reports = await findDoseReports(db, id);
  const report = reportInForce(reports, today);
  if (report?.kind === 'starting' && !(await isStarted(db, id))) return null;
  const schedule = content.schedules.find((each) => each.id === report?.schedule);
  return schedule?.medication === medicineId ? doseInForce(reports, today) : null;
}
