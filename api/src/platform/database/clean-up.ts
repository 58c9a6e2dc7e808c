import type { MikroORM } from '@mikro-orm/postgresql';
import type { Module } from '../modules/define-module.ts';
import { query } from './query.ts';

/** Removes what the modules keep no longer, and rate limits that have run out. */
export async function cleanUp(orm: MikroORM, modules: readonly Module[], now: Date): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    // One replica is enough; the others go on without waiting.
    const [lock] = await em.execute<{ taken: boolean }[]>(
      'select pg_try_advisory_xact_lock(724003) as taken',
    );
    if (!lock?.taken) return;
    for (const { retention } of modules)
      for (const { table, since, retentionMs, whereNull } of retention) {
        const only = whereNull ? ` and "${whereNull}" is null` : '';
        const until = new Date(now.getTime() - retentionMs).toISOString();
        await em.execute(`delete from "${table}" where "${since}" <= ?${only}`, [until]);
      }
    await query(em).deleteFrom('rate_limit').where('expire', '<=', now.getTime()).execute();
  });
}
