import type { EntityManager } from '../database/orm.ts';

const STATES = ['due', 'later', 'running', 'retry', 'stuck', 'failed'] as const;
/** Some four hours. */
const STUCK_AFTER_TRIES = 20;

interface JobCounts {
  /** Every name and state, with 0 where there is none. */
  byState: { name: string; state: (typeof STATES)[number]; count: number }[];
  oldestDueSeconds: number;
}

/** How many jobs there are: due now, due later, at work, to be tried again after a failure, tried for hours, and given up. */
export async function countJobs(em: EntityManager, names: readonly string[], now: Date): Promise<JobCounts> {
  // pg-boss makes its schema when it starts, a moment after the server.
  const [queue] = await em.execute<{ there: boolean }[]>(
    `select to_regclass('pgboss.job') is not null as there`,
  );
  const rows = queue?.there
    ? await em.execute<{ name: string; state: string; count: number; oldest: number }[]>(
        `select name, state, count(*)::int as count, max(waited)::float as oldest from (
           select name, extract(epoch from ?::timestamptz - start_after) as waited, case state::text
             when 'created' then case when start_after <= ? then 'due' else 'later' end
             when 'failed' then 'failed'
             else case when retry_count >= ? then 'stuck' when state = 'active' then 'running' else 'retry' end
             end as state
           from pgboss.job where state in ('created', 'retry', 'active', 'failed')
         ) as jobs group by name, state`,
        [now, now, STUCK_AFTER_TRIES],
      )
    : [];
  const find = (name: string, state: string) => rows.find((row) => row.name === name && row.state === state);
  const byState = names.flatMap((name) =>
    STATES.map((state) => ({ name, state, count: find(name, state)?.count ?? 0 })),
  );
  const waits = rows
    .filter(({ state }) => ['due', 'retry', 'stuck'].includes(state))
    .map(({ oldest }) => oldest);
  return { byState, oldestDueSeconds: Math.max(0, ...waits) };
}
