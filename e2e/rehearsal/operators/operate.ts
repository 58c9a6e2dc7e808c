import type { Rehearsal } from '../rehearsal.ts';

const EVERY_DAYS = 28;
/** From then on every other time: a server that has just started is slow. */
const OFTEN_UNTIL = 2 * EVERY_DAYS;
const SERVER_ON = 9;
const DATABASE_ON = 23;

/** Whether the server or its database is killed on a day of the rehearsal. */
export const operatesOn = (day: number): boolean =>
  (day < OFTEN_UNTIL || day % OFTEN_UNTIL < EVERY_DAYS) &&
  [SERVER_ON, DATABASE_ON].includes(day % EVERY_DAYS);

/** Kills the server or its database, while people go on saving. Resolves once it is back, and says whether it did. */
export async function operate({
  plan,
  day,
  stack,
  watch,
  lastOperated,
  allocation,
}: Rehearsal): Promise<boolean> {
  const today = day();
  if (lastOperated.day === today || !operatesOn(today)) return false;
  lastOperated.day = today;
  if (today % EVERY_DAYS === SERVER_ON) {
    if (plan.previousSource && today === SERVER_ON) {
      stack.server.upgradeTo(plan.source);
      watch.count('upgrades from the version before');
    }
    // From the first time on until the next.
    allocation.isManual = today === SERVER_ON;
    stack.settings.ALLOCATION = allocation.isManual ? 'manual' : 'automatic';
    await stack.restart('SIGKILL');
    watch.count('servers killed');
    return true;
  }
  watch.databaseIsAway(true);
  await stack.database.kill();
  watch.count('databases killed');
  return true;
}
