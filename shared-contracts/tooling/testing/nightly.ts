/** The nightly run tries all of what a run of CI tries a slice of. */
export const isNightly = process.env.NIGHTLY === '1';

/** Of values that many tests share: in CI one for each test, by its number; at night all of them. */
export const inTurn = <T>(all: readonly T[], turn: number): readonly T[] =>
  isNightly ? all : all.filter((_, index) => index === turn % all.length);
