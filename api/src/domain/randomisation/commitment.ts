import { createHmac } from 'node:crypto';
import type { Arm } from './permuted-blocks.ts';

interface Draw {
  stratum: string;
  /** Counts from 0 within the stratum. */
  position: number;
  arm: Arm;
  participantId: string;
}

/**
 * What the trail keeps of a draw. Whoever holds the seed can check by it who got which place; to everybody else who reads
 * the trail it tells neither the place nor the arm, so that nobody can count how far a block has come.
 */
export const commitmentOf = (seed: string, { stratum, position, arm, participantId }: Draw): string =>
  createHmac('sha256', seed).update(`draw:${stratum}:${position}:${arm}:${participantId}`).digest('hex');
