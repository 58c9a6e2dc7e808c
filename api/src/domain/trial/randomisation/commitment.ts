import { createHmac } from 'node:crypto';
import type { Arm } from './permuted-blocks.ts';

interface Randomisation {
  stratum: string;
  /** Counts from 0 within the stratum. */
  position: number;
  arm: Arm;
  participantId: string;
}

/**
 * What the audit log has of a randomisation. With the seed it proves who got which place; without, it discloses neither
 * the place nor the arm, so that a reader of the log cannot count how far a block has come.
 */
export const commitmentOf = (
  seed: string,
  { stratum, position, arm, participantId }: Randomisation,
): string =>
  createHmac('sha256', seed).update(`draw:${stratum}:${position}:${arm}:${participantId}`).digest('hex');
