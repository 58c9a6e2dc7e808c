import type { Rehearsal } from '../context.ts';

const EVERY_DAYS = 28;
/** From then on in one of eight times. */
const OFTEN_UNTIL = 3 * EVERY_DAYS;
const LATER_EVERY = 8 * EVERY_DAYS;
const SERVER_ON = 9;
const DATABASE_ON = 23;
/** In UTC: late in the evening of the trial's country, when many make their check-ups. */
const REPLACED_FROM_HOUR = 11;

/** Whether operators do something on a day of the rehearsal. */
export const operatesOn = (day: number): boolean =>
  (day < OFTEN_UNTIL || day % LATER_EVERY < EVERY_DAYS) &&
  [SERVER_ON, DATABASE_ON].includes(day % EVERY_DAYS);

/** Servers are killed the first time, one is replaced the second, and so on in turn. */
const replacesOn = (day: number): boolean =>
  day % EVERY_DAYS === SERVER_ON && (day < OFTEN_UNTIL ? day / EVERY_DAYS : day / LATER_EVERY) % 2 >= 1;

/**
 * Kills the servers or their database, or replaces a server, while people go on saving (`living`). Resolves once they are
 * back, and says whether it did.
 */
export async function operate(rehearsal: Rehearsal, living: Promise<void>): Promise<boolean> {
  const { plan, day, stack, watch, lastOperated, allocation } = rehearsal;
  if (stack.isReplacing()) return endReplaced(rehearsal, living);
  const today = day();
  if (lastOperated.day === today || !operatesOn(today)) return false;
  const isEarly = new Date(stack.now()).getUTCHours() < REPLACED_FROM_HOUR;
  if (replacesOn(today) && isEarly) return false;
  lastOperated.day = today;
  if (replacesOn(today)) {
    await stack.addServer();
    return true;
  }
  if (today % EVERY_DAYS === SERVER_ON) {
    const isUpgrade = plan.previousSource !== undefined && today === SERVER_ON;
    // From the first time that they are killed until the next.
    allocation.isManual = today === SERVER_ON;
    stack.settings.ALLOCATION = allocation.isManual ? 'manual' : 'automatic';
    watch.isAway('server');
    // One is enough later: a server that has just started is slow.
    const killed = today < OFTEN_UNTIL ? stack.replicas.all() : [stack.replicas.oldest()];
    for (const server of killed) {
      if (isUpgrade) server.upgradeTo(plan.source);
      await stack.killServer(server);
      watch.count('servers killed');
    }
    if (isUpgrade) watch.count('upgrades from the version before');
    return true;
  }
  watch.isAway('database');
  await stack.database.kill();
  watch.count('databases killed');
  return true;
}

/** In a later hour, while it is asked something, which it answers. */
async function endReplaced({ stack, watch }: Rehearsal, living: Promise<void>): Promise<boolean> {
  const { replicas } = stack;
  const former = replicas.oldest();
  if (!(await replicas.whileAsked(former, living))) return false;
  watch.compare('replaced server', 'exit code', await replicas.end(former), 0);
  watch.count('servers replaced');
  return true;
}
