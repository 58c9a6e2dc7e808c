import { readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { readLocalSecrets } from '../../platform/config/local-secrets.ts';
import { startEmbeddedPostgres } from '../../platform/database/embedded-postgres.ts';
import type { Workplace } from './workplace.ts';

const MIB = Buffer.alloc(1024 * 1024);

/** The embedded database of the API that runs, and what can happen to it. */
export function createDatabaseServer({ dataDir, watchPids, release }: Workplace) {
  const ballast = join(dataDir, 'ballast');
  const pid = (): number =>
    Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);

  /** Runs as the superuser on a connection of its own. */
  async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const { databasePassword } = readLocalSecrets(dataDir);
    const { ownerUrl, stop } = await startEmbeddedPostgres(join(dataDir, 'postgres'), databasePassword);
    // At once, since the server may end meanwhile.
    await stop();
    const client = new pg.Client(ownerUrl);
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  }

  return {
    pid,
    kill: (): void => void process.kill(pid(), 'SIGKILL'),
    /** Whether a server other than the killed one writes the data. */
    isStartedAgain(killed: number): boolean {
      try {
        return ![killed, 0].includes(pid());
      } catch {
        // It has not written its file yet.
        return false;
      }
    },
    /** Stops all its processes where they are. Returns what continues them. */
    async hang(): Promise<() => void> {
      const processes = await asOwner(async (client) => {
        const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity');
        return [pid(), ...rows.map((row) => row.pid)];
      });
      watchPids(processes);
      const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
        for (const each of processes)
          try {
            process.kill(each, signal);
          } catch {
            // A connection that has ended since.
          }
      };
      send('SIGSTOP');
      return () => {
        send('SIGCONT');
        release(processes);
      };
    },
    /** Takes all that is left of the disk. */
    async fillDisk(): Promise<void> {
      const file = await open(ballast, 'w');
      try {
        for (;;) await file.write(MIB);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    freeDisk: (): void => rmSync(ballast),
    /** Makes it begin new files of its write-ahead log, which a full disk has no room for. */
    needDisk: (): Promise<void> =>
      asOwner(async (client) => {
        for (let count = 0; count < 8; count++) {
          await client.query('select txid_current()');
          await client.query('select pg_switch_wal()');
        }
      }).catch(() => {}),
  };
}
export type DatabaseServer = ReturnType<typeof createDatabaseServer>;
