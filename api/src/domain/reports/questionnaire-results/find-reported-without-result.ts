import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';

export type ReportedWithoutResult = Awaited<ReturnType<typeof findReportedWithoutResult>>[number];

/** Follow-ups that were reported as done, of which the newest version of the results has none; the latest first. Of anonymous people no result can come. */
export const findReportedWithoutResult = (em: EntityManager) =>
  query(em)
    .selectFrom('follow_up_done as d')
    .innerJoin('participant as p', 'p.id', 'd.participant_id')
    .select(['p.id as participant', 'p.study_id as studyId', 'd.months', 'd.reported_by as reportedBy'])
    .where('p.data_consent', 'is distinct from', 'anonymous')
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('questionnaire_result as r')
            .select('r.months')
            .whereRef('r.participant_id', '=', 'd.participant_id')
            .whereRef('r.months', '=', 'd.months')
            .where('r.version', '=', (sub) =>
              sub
                .selectFrom('questionnaire_import as i')
                .select((fn) => fn.fn.max('i.version').as('version')),
            ),
        ),
      ),
    )
    .orderBy('d.done_on', 'desc')
    .orderBy('p.study_id')
    .execute();
