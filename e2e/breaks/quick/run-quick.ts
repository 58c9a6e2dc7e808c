import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestResult } from '../../validation/results.ts';
import type { Break } from '../break.ts';
import { type BreakResult, isNamed } from '../run-breaks.ts';
import { chosen, run } from '../run-tests.ts';

/** No more for one Jest, whose memory is limited. */
const AT_ONCE = 10;
/** One Jest takes far less, unless a change repeats itself without end. */
const LIMIT_MS = 5 * 60_000;

/** Whether the tests need no database, and Jest compiles the source for them: processes of pages read theirs themselves. */
export const isQuick = ({ file, tests }: Break): boolean =>
  [file, ...Object.keys(tests)].every((each) =>
    /^(shared-contracts|shell|mf-[a-z]+)\/src\/(?!server\/).*\.tsx?$/.test(each),
  );

/**
 * Tries ten breaks in one Jest, which makes each change as it compiles the source. That the tests pass without the change is
 * for another run to show, as `npm test` does.
 */
export async function runQuick(
  checkout: string,
  breaks: readonly Break[],
  onResult: (result: BreakResult) => void,
): Promise<BreakResult[]> {
  const results: BreakResult[] = [];
  for (let at = 0; at < breaks.length; at += AT_ONCE) {
    const some = breaks.slice(at, at + AT_ONCE);
    const { ended } = await runTogether(checkout, some);
    for (const each of some) {
      const result = ended.has(each.id) ? judge(each, ended.get(each.id)) : await runAlone(checkout, each);
      results.push(result);
      onResult(result);
    }
  }
  return results;
}

interface Ended {
  id: string;
  seconds: number;
  results: (Pick<TestResult, 'titles'> & { outcome: string })[];
}

async function runTogether(checkout: string, breaks: readonly Break[]) {
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-breaks-'));
  const output = join(folder, 'results');
  const projects = breaks.map(({ tests, ...each }) => ({ ...each, test: Object.keys(tests)[0] }));
  const titles = breaks.flatMap(({ tests }) => Object.values(tests).flat());
  const environment = {
    QUICK_BREAKS: JSON.stringify({ breaks: projects, output }),
    NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
    WAIT_MS: '2000',
  };
  const args = ['--config', 'e2e/breaks/quick/jest.config.js', '--runInBand'];
  const named = ['--testNamePattern', `(${chosen(titles)})$`];
  const isCutOff = await run(
    checkout,
    'node_modules/jest/bin/jest.js',
    [...args, ...named],
    environment,
    LIMIT_MS,
  ).then(
    () => false,
    () => true,
  );
  const lines = existsSync(output) ? readFileSync(output, 'utf8').trim().split('\n') : [];
  rmSync(folder, { recursive: true });
  const ended = lines.map((line): Ended => JSON.parse(line));
  return { isCutOff, ended: new Map(ended.map((each) => [each.id, each])) };
}

async function runAlone(checkout: string, each: Break): Promise<BreakResult> {
  const { isCutOff, ended } = await runTogether(checkout, [each]);
  const result = judge(each, ended.get(each.id));
  return isCutOff ? { ...result, outcome: 'found', foundBy: 'the tests never ended' } : result;
}

function judge({ tests, ...planted }: Break, ended?: Ended): BreakResult {
  const titles = Object.values(tests).flat();
  const named = ended?.results.filter((each) => isNamed(titles, each.titles)) ?? [];
  const failed = named.find(({ outcome }) => outcome === 'failed');
  return {
    ...planted,
    outcome: failed ? 'found' : named.some(({ outcome }) => outcome === 'passed') ? 'survived' : 'undecided',
    foundBy: failed ? `${Object.keys(tests)}: ${failed.titles.at(-1)}` : null,
    seconds: ended?.seconds ?? 0,
  };
}
