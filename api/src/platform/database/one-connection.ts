import { TransactionContext } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';

/**
 * Reports work within a transaction that asks the pool for a second connection. It waits for others that may wait for it,
 * so that as many such transactions as the pool has connections stop everything. `report` may throw.
 */
export function watchSecondConnections(pool: Pool, report: (error: Error) => void): void {
  const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
  pool.connect = (async () => {
    if (isTransactionOpen())
      report(new Error('Within a transaction its own connection is to be used, or the work done after it.'));
    return connect();
  }) as Pool['connect'];
}

function isTransactionOpen(): boolean {
  const em = TransactionContext.getEntityManager() as EntityManager | undefined;
  const transaction = em?.getTransactionContext();
  return transaction !== undefined && !transaction.isCommitted && !transaction.isRolledBack;
}
