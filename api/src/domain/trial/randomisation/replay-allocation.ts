import { commitmentOf } from './commitment.ts';
import type { RandomisationRow, Randomisations } from './find-randomisations.ts';
import { armAt } from './permuted-blocks.ts';

/**
 * Replays the lists of the seed and compares every allocation with them, with the audit log and with the participant's
 * group. Returns the first mismatch, in words, or null when all follow the lists.
 */
export function findReplayMismatch(
  { allocations, taken, eventsLeft, withoutAllocation }: Randomisations,
  seed: string,
): string | null {
  const next: Record<string, number> = {};
  const seen = new Set<string>();
  for (const allocation of allocations) {
    const place = `place ${allocation.position} of the stratum "${allocation.stratum}"`;
    const expected = next[allocation.stratum] ?? 0;
    if (allocation.position !== expected) return `${place} was allocated, and ${expected} comes next`;
    next[allocation.stratum] = expected + 1;
    const mismatch = findMismatch(allocation, seed, seen);
    if (mismatch) return `${place}: ${mismatch}`;
  }
  for (const stratum of new Set([...Object.keys(taken), ...Object.keys(next)])) {
    const [counted, allocated] = [taken[stratum] ?? 0, next[stratum] ?? 0];
    if (counted !== allocated)
      return `the stratum "${stratum}" counts ${counted} places as taken and has ${allocated} allocations`;
  }
  const [left] = eventsLeft;
  if (left) return `the audit log has a randomisation at ${left.at.toISOString()} without an allocation`;
  return withoutAllocation > 0
    ? `${withoutAllocation} participants have a group without an allocation`
    : null;
}

function findMismatch(allocation: RandomisationRow, seed: string, seen: Set<string>): string | null {
  const { stratum, position, arm, participantId, armInForce, stratumInForce, event } = allocation;
  const listed = armAt(seed, stratum, position);
  if (arm !== listed) return `the list says ${listed}, and ${arm} was allocated`;
  if (!event) return 'the audit log has no event of it';
  if (event.at.getTime() !== allocation.drawnAt.getTime()) return 'the audit log has another time';
  if (participantId === null) return null;
  if (seen.has(participantId)) return 'its participant has been randomised before';
  seen.add(participantId);
  if (armInForce !== arm) return `${arm} was allocated, and the participant is in ${armInForce}`;
  if (stratumInForce !== stratum) {
    const inForce = stratumInForce === null ? 'none' : `"${stratumInForce}"`;
    return `${arm} was allocated from this stratum, and the participant is in ${inForce}`;
  }
  if (event.subject !== participantId) return null;
  const isSealed = event.seal === commitmentOf(seed, { stratum, position, arm, participantId });
  const isLoggedOpenly = event.seal === null && event.stratum === stratum && event.position === position;
  return isSealed || isLoggedOpenly ? null : 'the audit log has another allocation';
}
