import { createHmac } from 'node:crypto';

export const ARMS = ['reduction', 'usual-care'] as const;
export type Arm = (typeof ARMS)[number];

/** Mixed sizes keep the last places of a block from being guessed. Each is a multiple of the number of arms. */
const BLOCK_SIZES = [4, 6];

/**
 * The arm at a place of a stratum's list of permuted blocks, 1:1. `position` counts from 0. The whole list follows from
 * the seed: the same seed, stratum and position always give the same arm, so a statistician who has the seed can
 * replay it, and without the seed the next one cannot be predicted.
 */
export function armAt(seed: string, stratum: string, position: number): Arm {
  let start = 0;
  for (let block = 0; ; block++) {
    const next = randomNumbers(seed, `${stratum}:${block}`);
    const size = BLOCK_SIZES[next() % BLOCK_SIZES.length] as number;
    if (position < start + size) return permutedBlock(size, next)[position - start] as Arm;
    start += size;
  }
}

function permutedBlock(size: number, next: () => number): Arm[] {
  const block = Array.from({ length: size }, (_, index) => ARMS[index % ARMS.length] as Arm);
  for (let last = size - 1; last > 0; last--) {
    const other = next() % (last + 1);
    [block[last], block[other]] = [block[other] as Arm, block[last] as Arm];
  }
  return block;
}

/** Independent 48-bit numbers; so wide that taking a remainder by 6 biases nothing that could be noticed. */
function randomNumbers(seed: string, label: string): () => number {
  let counter = 0;
  return () => createHmac('sha256', seed).update(`${label}:${counter++}`).digest().readUIntBE(0, 6);
}
