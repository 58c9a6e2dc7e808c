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
