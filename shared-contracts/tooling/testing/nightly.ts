/** The nightly run tries all of what a run of CI tries a slice of. */
export const isNightly = process.env.NIGHTLY === '1';

/** Of values that many tests share: in CI one for each test, by its number; at night all of them. */
export const inTurn = <T>(all: readonly T[], turn: number): readonly T[] =>
  isNightly ? all : all.filter((_, index) => index === turn % all.length);

/** The half of the files that a run of CI leaves out by its commit; none in the nightly run. */
export const otherHalf = (halves: readonly (readonly string[])[], commit: string): readonly string[] =>
  isNightly ? [] : (halves[Number.parseInt(commit.slice(-1), 16) % 2] ?? []);
