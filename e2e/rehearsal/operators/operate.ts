import type { Rehearsal } from '../rehearsal.ts';

const EVERY_DAYS = 14;
const SERVER_ON = 9;
const DATABASE_ON = 12;

/** Kills the server or its database, while people go on saving; resolves once it is back. */
export async function operate({ day, stack, watch, lastOperated }: Rehearsal): Promise<void> {
  const today = day();
  if (lastOperated.day === today) return;
  const turn = today % EVERY_DAYS;
  if (turn !== SERVER_ON && turn !== DATABASE_ON) return;
  lastOperated.day = today;
  if (turn === SERVER_ON) {
    await stack.server.end('SIGKILL');
    await stack.server.start(stack.now());
    watch.count('servers killed');
    return;
  }
  watch.databaseIsAway(true);
  await stack.database.kill();
  watch.count('databases killed');
}
