import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** Advisory locks of the server's own database: shared by all that use the server, and the one API among them. */
const USERS = 724_010;
const API = 724_011;
/** A connection that was lost may hold its locks for a moment. */
const TRIES = 40;
const TRY_AGAIN_MS = 50;

export interface EmbeddedUser {
  /** Resolves with whether the server has no other user left and may be stopped. False the second time. */
  leave(): Promise<boolean>;
}

/**
 * Counts this process among the users of an embedded server for as long as it lives. Null where it is to be the API and
 * another process is. `onLost` is called when the connection ends by itself.
 */
export async function joinEmbeddedUsers(
  url: string,
  { isApi, onLost }: { isApi: boolean; onLost: () => void },
): Promise<EmbeddedUser | null> {
  const client = new pg.Client(url);
  await client.connect();
  let isOver = false;
  client.on('error', () => {});
  client.once('end', () => {
    if (!isOver) onLost();
  });
  const end = async (): Promise<void> => {
    isOver = true;
    await client.end();
  };
  const take = async (lock: string): Promise<boolean> =>
    (await client.query<{ taken: boolean }>(`select pg_try_advisory_lock${lock} as taken`)).rows[0]?.taken ??
    false;

  await client.query(`select pg_advisory_lock_shared(${USERS})`);
  if (isApi && !(await takeInTime(() => take(`(${API})`)))) {
    await end();
    return null;
  }
  return {
    async leave() {
      if (isOver) return false;
      try {
        await client.query(`select pg_advisory_unlock_shared(${USERS})`);
        return await take(`(${USERS})`);
      } catch {
        // The server is gone.
        return true;
      } finally {
        await end();
      }
    },
  };
}

async function takeInTime(take: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    if (await take()) return true;
    if (tries === TRIES) return false;
    await wait(TRY_AGAIN_MS);
  }
}
