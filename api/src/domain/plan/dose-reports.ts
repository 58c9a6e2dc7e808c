import type { DoseReport as ReportShown } from '@stepwise/shared-contracts/entities/plan';
import type { EntityManager } from '../../platform/database/orm.ts';
import type { Operation } from '../operation/operation.ts';
import { DoseReport } from './dose-report.entity.ts';

/** Everything that was reported of a participant's doses, as the contract has it, in the order it was reported. */
export async function findDoseReports(em: EntityManager, participant: string): Promise<ReportShown[]> {
  const rows = await em.find(DoseReport, { participant }, { orderBy: { reportedAt: 'asc', id: 'asc' } });
  return rows.map(({ day, dose, prescription, kind, reportedAt, reportedBy, scheduleId }) => ({
    day,
    dose,
    step: prescription ?? null,
    kind,
    reportedAt: reportedAt.toISOString(),
    reportedBy: reportedBy ?? null,
    schedule: scheduleId,
  }));
}

/** Who reports in this operation: the participant, or the team acting for them. */
export const reporter = ({ onBehalfOf }: Operation): 'participant' | 'team' =>
  onBehalfOf ? 'team' : 'participant';
