import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import type { QueryState } from './data-query.entities.ts';

export const QUERIES_ON_PAGE = 25;

const listed = (em: EntityManager) =>
  query(em)
    .selectFrom('data_query as q')
    .innerJoin('participant as p', 'p.id', 'q.participant_id')
    .select([
      'p.study_id as studyId',
      'q.id',
      'q.participant_id as participantId',
      'q.about',
      'q.day',
      'q.rule',
      'q.state',
      'q.raised_at as raisedAt',
      sql<string>`(select e.text from data_query_entry e where e.query_id = q.id and e.kind in ('asked', 'reopened')
        order by e.id desc limit 1)`.as('question'),
    ]);

/** One page of the queries in a state, the oldest first; `page` counts from 1. */
export async function findDataQueries(em: EntityManager, state: QueryState | '', page: number) {
  const all = listed(em);
  const queries = await (state ? all.where('q.state', '=', state) : all)
    .orderBy('q.raised_at')
    .orderBy('q.id')
    .limit(QUERIES_ON_PAGE)
    .offset((page - 1) * QUERIES_ON_PAGE)
    .execute();
  return { queries, total: await countDataQueries(em, state) };
}
export type ListedDataQuery = Awaited<ReturnType<typeof findDataQueries>>['queries'][number];

export async function countDataQueries(em: EntityManager, state: QueryState | ''): Promise<number> {
  const all = query(em).selectFrom('data_query');
  const { total } = await (state ? all.where('state', '=', state) : all)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** How many are not closed, of one participant or of all (null). */
export async function countUnclosedQueries(em: EntityManager, participantId: string | null): Promise<number> {
  const open = query(em).selectFrom('data_query').where('state', '<>', 'closed');
  const { total } = await (participantId ? open.where('participant_id', '=', participantId) : open)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Those of one participant: what is not closed first, then the newest. */
export const findDataQueriesOf = (em: EntityManager, participantId: string): Promise<ListedDataQuery[]> =>
  listed(em)
    .where('q.participant_id', '=', participantId)
    .orderBy(sql`q.state = 'closed'`)
    .orderBy('q.raised_at', 'desc')
    .orderBy('q.id')
    .execute();
