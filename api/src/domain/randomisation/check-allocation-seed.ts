import { createHmac } from 'node:crypto';
import { StartError } from '../../platform/config/start-error.ts';
import type { EntityManager } from '../../platform/database/orm.ts';

/** Distinguishes one seed from another without disclosing it. */
const fingerprintOf = (seed: string): string =>
  createHmac('sha256', seed).update('fingerprint').digest('hex');

/**
 * Checks that a database is used with the seed it was first started with: allocations by two seeds follow neither list. Throws StartError
 * for another seed, as a replica with settings of its own or a restore without its secrets would bring.
 */
export async function checkAllocationSeed(em: EntityManager, seed: string): Promise<void> {
  const fingerprint = fingerprintOf(seed);
  await em.execute('insert into allocation_seed (fingerprint) values (?) on conflict do nothing', [
    fingerprint,
  ]);
  const [known] = await em.execute<{ fingerprint: string }[]>('select fingerprint from allocation_seed');
  if (known?.fingerprint === fingerprint) return;
  throw new StartError(
    'ALLOCATION_SEED is not the one that this database was started with; draws by another seed would break the allocation lists.',
  );
}
