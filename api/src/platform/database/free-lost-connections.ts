import type { Pool, PoolClient } from 'pg';

/**
 * Gives the pool back the place of a connection that the database ended while a transaction held it. The query builder
 * would keep such a connection for good, because its rollback fails; a few restarts of the database would leave none.
 */
export function freeLostConnections(pool: Pool): void {
  const held = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => held.add(client));
  pool.on('release', (_error, client) => held.delete(client));
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!held.has(client)) return;
      const { release } = client;
      // Its user may still release it in the ordinary way.
      client.release = () => {};
      release(true);
    });
  });
}
