import { createHmac } from 'node:crypto';
import { StartError } from '../../../platform/config/start-error.ts';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';

/** Distinguishes one seed from another without disclosing it. */
const fingerprintOf = (seed: string): string =>
  createHmac('sha256', seed).update('fingerprint').digest('hex');

/**
 * Checks that a database is used with the seed it was first started with: allocations by two seeds follow neither list. Throws StartError
 * for another seed, as a replica with settings of its own or a restore without its secrets would bring.
 */
export async function checkAllocationSeed(em: EntityManager, seed: string): Promise<void> {
  const fingerprint = fingerprintOf(seed);
  const db = query(em);
  await db
    .insertInto('allocation_seed')
    .values({ fingerprint })
    .onConflict((known) => known.doNothing())
    .execute();
  const known = await db.selectFrom('allocation_seed').select('fingerprint').executeTakeFirst();
  if (known?.fingerprint === fingerprint) return;
  throw new StartError(
    'ALLOCATION_SEED is not the one that this database was started with; allocations by another seed would break the allocation lists.',
  );
}
