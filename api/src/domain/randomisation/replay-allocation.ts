import { commitmentOf } from './commitment.ts';
import type { RandomisationRow, Randomisations } from './find-randomisations.ts';
import { armAt } from './permuted-blocks.ts';

/**
 * Replays the lists of the seed and holds every draw against them, against the trail and against the participant's group.
 * Returns the first thing that does not fit, in words, or null when all was drawn as the lists say.
 */
export function findReplayMismatch(
  { draws, taken, eventsLeft, withoutDraw }: Randomisations,
  seed: string,
): string | null {
  const next: Record<string, number> = {};
  const seen = new Set<string>();
  for (const draw of draws) {
    const place = `place ${draw.position} of the stratum "${draw.stratum}"`;
    const expected = next[draw.stratum] ?? 0;
    if (draw.position !== expected) return `${place} was drawn, and ${expected} comes next`;
    next[draw.stratum] = expected + 1;
    const fault = findFault(draw, seed, seen);
    if (fault) return `${place}: ${fault}`;
  }
  for (const stratum of new Set([...Object.keys(taken), ...Object.keys(next)])) {
    const [counted, drawn] = [taken[stratum] ?? 0, next[stratum] ?? 0];
    if (counted !== drawn)
      return `the stratum "${stratum}" counts ${counted} places as taken and has ${drawn} draws`;
  }
  const [left] = eventsLeft;
  if (left) return `the audit trail tells of a draw at ${left.at.toISOString()} that is not there`;
  return withoutDraw > 0 ? `${withoutDraw} participants have a group without a draw` : null;
}

function findFault(draw: RandomisationRow, seed: string, seen: Set<string>): string | null {
  const { stratum, position, arm, participantId, armInForce, stratumInForce, event } = draw;
  const listed = armAt(seed, stratum, position);
  if (arm !== listed) return `the list says ${listed}, and ${arm} was drawn`;
  if (!event) return 'the audit trail has no event of it';
  if (event.at.getTime() !== draw.drawnAt.getTime()) return 'the audit trail tells another time';
  if (participantId === null) return null;
  if (seen.has(participantId)) return 'its participant has been drawn before';
  seen.add(participantId);
  if (armInForce !== arm) return `${arm} was drawn, and the participant is in ${armInForce}`;
  if (stratumInForce !== stratum) {
    const inForce = stratumInForce === null ? 'none' : `"${stratumInForce}"`;
    return `${arm} was drawn from this stratum, and the participant is in ${inForce}`;
  }
  if (event.subject !== participantId) return null;
  const isSealed = event.seal === commitmentOf(seed, { stratum, position, arm, participantId });
  const isTold = event.seal === null && event.stratum === stratum && event.position === position;
  return isSealed || isTold ? null : 'the audit trail tells of another draw';
}
