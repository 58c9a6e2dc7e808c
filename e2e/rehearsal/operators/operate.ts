import type { Rehearsal } from '../rehearsal.ts';

/** Each of them, so that one of the two is killed twice a month. */
const EVERY_DAYS = 28;
const SERVER_ON = 9;
const DATABASE_ON = 23;

/** Kills the server or its database, while people go on saving. Resolves once it is back, and says whether it did. */
export async function operate({ day, stack, watch, lastOperated }: Rehearsal): Promise<boolean> {
  const today = day();
  if (lastOperated.day === today) return false;
  const turn = today % EVERY_DAYS;
  if (turn !== SERVER_ON && turn !== DATABASE_ON) return false;
  lastOperated.day = today;
  if (turn === SERVER_ON) {
    await stack.server.end('SIGKILL');
    await stack.server.start(stack.now());
    watch.count('servers killed');
    return true;
  }
  watch.databaseIsAway(true);
  await stack.database.kill();
  watch.count('databases killed');
  return true;
}
