import { createHash } from 'node:crypto';
import type { Break } from './break.ts';

/** `count` of them, the same for the same seed and others for another. */
export function chooseByHash(breaks: readonly Break[], count: number, seed: string): Break[] {
  const rank = ({ id }: Break): string => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return breaks
    .map((each) => ({ each, rank: rank(each) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ each }) => each);
}
