import type { DoseReport, Stay } from '@stepwise/shared-contracts/entities/plan';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { isoInstant, readValues, subquery } from '../../../platform/database/query.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** Everything that was reported of a participant's doses, in the order it was reported; a value for `readValues`. */
export const selectDoseReports = (participant: string) =>
  jsonArrayFrom(
    subquery
      .selectFrom('dose_report')
      .select([
        'day',
        'dose',
        'prescription_id as step',
        'kind',
        isoInstant('reported_at').as('reportedAt'),
        'reported_by as reportedBy',
        'schedule_id as schedule',
        sql<Stay | null>`case when stays then json_build_object('until', stay_until) end`.as('stay'),
      ])
      .where('participant_id', '=', participant)
      .orderBy('reported_at')
      .orderBy('id'),
  );

export const findDoseReports = async (em: EntityManager, participant: string): Promise<DoseReport[]> =>
  (await readValues(em, { reports: selectDoseReports(participant) })).reports;

/** Who reports in this operation: the participant, or the team acting for them. */
export const reporter = ({ onBehalfOf }: Operation): 'participant' | 'team' =>
  onBehalfOf ? 'team' : 'participant';
