/** What was answered to the requests of one scenario, and what no answer may be. */
export function createTally() {
  const answers = new Map<string, number>();
  const faults: string[] = [];
  let longestMs = 0;
  return {
    /** Counts what a request ended in, such as `200`, `503 unavailable` or `cut off`. */
    count(outcome: string, tookMs: number): void {
      answers.set(outcome, (answers.get(outcome) ?? 0) + 1);
      longestMs = Math.max(longestMs, tookMs);
    },
    fault: (text: string): void => void faults.push(text),
    faults,
    times: (outcome: string): number => answers.get(outcome) ?? 0,
    longestMs: (): number => longestMs,
    /** All but successes. */
    failed: (): string[] =>
      [...answers]
        .filter(([outcome]) => !/^2/.test(outcome))
        .map(([outcome, times]) => `${outcome}: ${times}`),
  };
}
export type Tally = ReturnType<typeof createTally>;
