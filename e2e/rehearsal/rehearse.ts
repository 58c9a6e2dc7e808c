/** `npm run rehearse`: people live through the trial on a real stack, compared with a model (docs/rehearsal.md). */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hashSources } from '../validation/hashes.ts';
import { FAULTS } from './faults/faults.ts';
import { makePatchedCopy } from './faults/patched-copy.ts';
import { type Options, readOptions, UsageError } from './options.ts';
import { rehearse } from './rehearsal.ts';
import type { Finding } from './watch.ts';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const DAYS_OF_MONTH = 30;
/** They join over so much of the time at most. */
const JOIN_DAYS = 90;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  const options = readOptions(process.argv.slice(2));
  const isGood = options.faults.length > 0 ? await runFaults(options) : await runProduct(options);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  print(error instanceof UsageError ? error.message : `${(error as Error).stack}`);
  process.exitCode = 1;
}

function run({ people, days, seed }: Options, source: string, stopAfter: number) {
  return rehearse({
    people,
    days,
    seed,
    joinDays: Math.min(Math.ceil(days / 4), JOIN_DAYS),
    stopAfter,
    source,
    onDay: (day) => {
      if (stopAfter > 1 && day % DAYS_OF_MONTH === 0) print(`Day ${day} of ${days}`);
    },
  });
}

/** The product as it is: nothing may differ from the model. */
async function runProduct(options: Options): Promise<boolean> {
  const began = performance.now();
  const { watch } = await run(options, CHECKOUT, Number.POSITIVE_INFINITY);
  const { people, days, seed, report } = options;
  const seconds = Math.round((performance.now() - began) / 1000);
  for (const finding of watch.findings) print(`DIFFERS: ${lineOf(finding)}`);
  for (const [what, count] of [...watch.counts].sort()) print(`${String(count).padStart(9)}  ${what}`);
  const medians = [...watch.durations].map(([month, all]) => [month, medianOf(all)] as const);
  for (const [month, ms] of [medians[0], medians.at(-1)].flatMap((each) => (each ? [each] : [])))
    print(`${ms.toFixed(1).padStart(9)}  ms, the median answer in ${month}`);
  const { findings } = watch;
  print(
    `${findings.length} differences from the model; ${people} people, ${days} days, seed ${seed}, ${seconds} s.`,
  );
  if (report) {
    mkdirSync(report, { recursive: true });
    const counts = Object.fromEntries(watch.counts);
    const medianMs = Object.fromEntries(medians);
    const result = {
      sources: hashSources(CHECKOUT),
      people,
      days,
      seed,
      seconds,
      findings,
      counts,
      medianMs,
    };
    writeFileSync(join(report, 'rehearsal.json'), `${JSON.stringify(result, null, 2)}\n`);
  }
  return findings.length === 0;
}

/** Each fault by itself: the first difference names it. One that survives is a hole in the rehearsal. */
async function runFaults(options: Options): Promise<boolean> {
  let survived = 0;
  for (const name of options.faults) {
    const fault = FAULTS[name];
    if (!fault) continue;
    const source = makePatchedCopy(CHECKOUT, fault);
    try {
      const { watch } = await run(options, source, 1);
      const [finding] = watch.findings;
      print(finding ? `found     ${name}: ${lineOf(finding).slice(0, 300)}` : `SURVIVED  ${name}`);
      if (!finding) survived += 1;
    } finally {
      rmSync(source, { recursive: true });
    }
  }
  print(`${options.faults.length - survived} of ${options.faults.length} faults found.`);
  return survived === 0;
}

function lineOf({ at, kind, text }: Finding): string {
  return `${at} ${kind}: ${text}`;
}

function medianOf(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}
