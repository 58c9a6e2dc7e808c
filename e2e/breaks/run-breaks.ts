import type { TestResult } from '../validation/results.ts';
import { isNamedBy } from '../validation/test-titles.ts';
import { type Break, plant } from './break.ts';
import { runTests } from './run-tests.ts';
import { copySources } from './source-copy.ts';

/**
 * `found`: a named test passes without the change and fails with it. `survived`: all pass with it. `undecided`: no named
 * test passes without it, the changed source does not load, or the run was cut off.
 */
export type BreakOutcome = 'found' | 'survived' | 'undecided';

export interface BreakResult extends Omit<Break, 'tests'> {
  outcome: BreakOutcome;
  /** The test that failed, with its file. */
  foundBy: string | null;
  seconds: number;
}

export const printResult = ({ id, outcome, foundBy, file, seconds }: BreakResult): boolean =>
  process.stdout.write(`${outcome.padEnd(9)} ${id}, ${seconds} s: ${foundBy ?? file}\n`);

/** Plants each change by itself in a copy of the checkout and runs the tests that it names. */
export async function runBreaks(
  checkout: string,
  breaks: readonly Break[],
  { lanes, onResult }: { lanes: number; onResult: (result: BreakResult) => void },
): Promise<BreakResult[]> {
  const waiting = [...breaks];
  const results: BreakResult[] = [];
  const runLane = async (): Promise<void> => {
    const copy = copySources(checkout);
    const passing = passesWithout(copy.root);
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const began = performance.now();
        const found = await runOne(copy.root, next, passing);
        const { id, file, find, replace } = next;
        const seconds = Math.round((performance.now() - began) / 1000);
        const result = { id, file, find, replace, ...found, seconds };
        results.push(result);
        onResult(result);
      }
    } finally {
      copy.remove();
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return results;
}

type Passing = (file: string, titles: readonly string[]) => Promise<ReadonlySet<string>>;

/** The full titles that pass in the unchanged copy, run as they are with a change; each choice of tests is run once. */
function passesWithout(root: string): Passing {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  return (file, titles) => {
    const key = JSON.stringify([file, titles]);
    const passing =
      known.get(key) ??
      runTests(root, file, titles).then(
        (results) => new Set((results ?? []).filter(hasPassed).map(({ titles }) => titles.join(' › '))),
      );
    known.set(key, passing);
    return passing;
  };
}

const hasPassed = ({ outcome }: TestResult): boolean => outcome === 'passed';

async function runOne(
  root: string,
  planted: Break,
  passing: Passing,
): Promise<Pick<BreakResult, 'outcome' | 'foundBy'>> {
  let outcome: BreakOutcome = 'undecided';
  for (const [file, titles] of Object.entries(planted.tests)) {
    const before = await passing(file, titles);
    if (before.size === 0) continue;
    const restore = plant(root, planted);
    const results = await runTests(root, file, titles).finally(restore);
    const failed = results?.find(
      (each) =>
        each.outcome === 'failed' && before.has(each.titles.join(' › ')) && isNamed(titles, each.titles),
    );
    if (failed) return { outcome: 'found', foundBy: `${file}: ${failed.titles.at(-1)}` };
    if (results?.some(hasPassed)) outcome = 'survived';
  }
  return { outcome, foundBy: null };
}

export const isNamed = (named: readonly string[], titles: readonly string[]): boolean =>
  named.length === 0 || named.some((title) => isNamedBy(title, titles));
