import type { Rehearsal } from '../rehearsal.ts';

const EVERY_DAYS = 28;
/** From then on every other time: a server that has just started is slow. */
const OFTEN_UNTIL = 2 * EVERY_DAYS;
const SERVER_ON = 9;
const DATABASE_ON = 23;
/** In UTC: late in the evening of the trial's country, when many make their check-ups. */
const REPLACED_FROM_HOUR = 11;

/** Whether operators do something on a day of the rehearsal. */
export const operatesOn = (day: number): boolean =>
  (day < OFTEN_UNTIL || day % OFTEN_UNTIL < EVERY_DAYS) &&
  [SERVER_ON, DATABASE_ON].includes(day % EVERY_DAYS);

/** The server is killed the first time, replaced the second, and then each in turn. */
const replacesOn = (day: number): boolean =>
  day === SERVER_ON + EVERY_DAYS || (day > OFTEN_UNTIL && day % (2 * OFTEN_UNTIL) === SERVER_ON);

/**
 * Kills the server or its database, or replaces the server, while people go on saving (`living`). Resolves once it is back,
 * and says whether it did.
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
    await stack.startReplica();
    return true;
  }
  if (today % EVERY_DAYS === SERVER_ON) {
    if (plan.previousSource && today === SERVER_ON) {
      stack.server().upgradeTo(plan.source);
      watch.count('upgrades from the version before');
    }
    // From the first time that it is killed until the next.
    allocation.isManual = today === SERVER_ON;
    stack.settings.ALLOCATION = allocation.isManual ? 'manual' : 'automatic';
    watch.isAway('server');
    await stack.killServer();
    watch.count('servers killed');
    return true;
  }
  watch.isAway('database');
  await stack.database.kill();
  watch.count('databases killed');
  return true;
}

/** In a later hour, while it is asked something, which it answers. */
async function endReplaced({ stack, watch }: Rehearsal, living: Promise<void>): Promise<boolean> {
  if (!(await stack.whileFormerIsAsked(living))) return false;
  watch.compare('replaced server', 'exit code', await stack.endFormer(), 0);
  watch.count('servers replaced');
  return true;
}
