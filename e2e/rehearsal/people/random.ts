export type Random = ReturnType<typeof createRandom>;

/** Choices that are the same in every run of a seed. */
export function createRandom(seed: number) {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    between,
    chance: (share: number): boolean => next() < share,
    pick: <T>(list: readonly T[]): T => {
      const picked = list[between(0, list.length - 1)];
      if (picked === undefined) throw new Error('Nothing to pick from.');
      return picked;
    },
  };
}
