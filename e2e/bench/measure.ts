/** One line of the report: what was measured, how much, and what the design allows. */
export interface Figure {
  what: string;
  measured: string;
  allowed: string;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
};

export const ratio = (value: number): string => value.toFixed(2);

/** How much longer `work` takes than `other`, done in turn: the median of the pairs, after one to warm up. */
export async function timesLonger(
  work: () => Promise<unknown>,
  other: () => Promise<unknown>,
  pairs: number,
): Promise<number> {
  const time = async (what: () => Promise<unknown>) => {
    const began = performance.now();
    await what();
    return performance.now() - began;
  };
  await work();
  await other();
  const ratios: number[] = [];
  for (let pair = 0; pair < pairs; pair++) ratios.push((await time(work)) / (await time(other)));
  return median(ratios);
}
