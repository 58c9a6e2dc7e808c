import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import * as z from 'zod/mini';
import { UsageError } from '../rehearsal/options.ts';

/** One test as it ran. */
export interface TestResult {
  /** From the root of the checkout. */
  file: string;
  /** Of the groups around it, then its own. */
  titles: readonly string[];
  outcome: 'passed' | 'failed' | 'skipped';
}

const ROOT = resolve(import.meta.dirname, '../..');

const jestSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ ancestorTitles: z.array(z.string()), title: z.string(), status: z.string() }),
      ),
    }),
  ),
});

interface Suite {
  title: string;
  file: string;
  specs: { title: string; tests: { status: string }[] }[];
  suites?: Suite[] | undefined;
}

const suiteSchema: z.ZodMiniType<Suite> = z.object({
  title: z.string(),
  file: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.optional(z.array(suiteSchema));
  },
});

const playwrightSchema = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suiteSchema),
});

const runSchema = z.object({
  /** Of `hashSources`. */
  sources: z.string(),
  startedAt: z.string(),
  node: z.string(),
  checks: z.record(z.string(), z.boolean()),
});
export type Run = z.infer<typeof runSchema>;

const rehearsalSchema = z.object({
  sources: z.string(),
  people: z.number(),
  days: z.number(),
  seed: z.number(),
  findings: z.array(z.object({ kind: z.string(), text: z.string(), at: z.string() })),
  counts: z.record(z.string(), z.number()),
});
export type Rehearsed = z.infer<typeof rehearsalSchema>;

const breaksSchema = z.object({
  sources: z.string(),
  startedAt: z.string(),
  commit: z.string(),
  machine: z.string(),
  results: z.array(
    z.object({
      id: z.string(),
      file: z.string(),
      find: z.string(),
      replace: z.string(),
      outcome: z.enum(['found', 'survived', 'undecided']),
      foundBy: z.nullable(z.string()),
      seconds: z.number(),
    }),
  ),
});
/** What `npm run breaks -- --results FOLDER` kept. */
export type Broken = z.infer<typeof breaksSchema>;
export const BREAKS_FILE = 'breaks.json';

export interface Results {
  run: Run;
  tests: TestResult[];
  rehearsal: Rehearsed | null;
  breaks: Broken | null;
}

/**
 * What `npm test -- --results FOLDER` kept, with the breaks where they were run, and a rehearsal's report. Throws UsageError
 * where one of them is not there.
 */
export function readResults(folder: string, rehearsal: string | null): Results {
  if (!existsSync(folder)) throw new UsageError(`The folder of results ${folder} does not exist.`);
  return {
    run: read(join(folder, 'run.json'), (content) => runSchema.parse(content)),
    tests: [
      ...read(join(folder, 'unit and API tests.json'), ofJest),
      ...read(join(folder, 'journeys.json'), ofPlaywright),
    ],
    breaks: existsSync(join(folder, BREAKS_FILE))
      ? read(join(folder, BREAKS_FILE), (content) => breaksSchema.parse(content))
      : null,
    rehearsal:
      rehearsal === null
        ? null
        : read(join(rehearsal, 'rehearsal.json'), (content) => rehearsalSchema.parse(content)),
  };
}

function read<T>(file: string, parse: (content: unknown) => T): T {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`There is no ${file}; npm test -- --results FOLDER and npm run rehearse make them.`);
  }
  try {
    return parse(JSON.parse(text));
  } catch {
    throw new UsageError(`${file} is not a whole report of this version.`);
  }
}

/** The tests of Jest's report. */
export function ofJest(report: unknown, root = ROOT): TestResult[] {
  return jestSchema.parse(report).testResults.flatMap(({ name, status, assertionResults }): TestResult[] => {
    const file = relative(root, name);
    // It could not be loaded, or ended before its tests.
    if (status === 'failed' && !assertionResults.some((each) => each.status === 'failed'))
      return [{ file, titles: ['the file itself'], outcome: 'failed' }];
    return assertionResults.map(({ ancestorTitles, title, ...each }) => ({
      file,
      titles: [...ancestorTitles, title],
      outcome: each.status === 'passed' || each.status === 'failed' ? each.status : 'skipped',
    }));
  });
}

const OUTCOMES: Record<string, TestResult['outcome']> = { expected: 'passed', skipped: 'skipped' };

/** The journeys of Playwright's report. */
export function ofPlaywright(report: unknown, root = ROOT): TestResult[] {
  const { config, suites } = playwrightSchema.parse(report);
  const inSuite = (suite: Suite, around: readonly string[]): TestResult[] => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        file: relative(root, join(config.rootDir, suite.file)),
        titles: [...around, title],
        outcome: OUTCOMES[status] ?? 'failed',
      })),
    ),
    ...(suite.suites ?? []).flatMap((inner) => inSuite(inner, [...around, inner.title])),
  ];
  return suites.flatMap((file) => inSuite(file, []));
}
