/** `npm run rehearse`: people live through the trial on a real stack, compared with a model each day (docs/rehearsal.md). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOptions, UsageError } from './options.ts';
import { rehearse } from './rehearsal.ts';

const DAYS_OF_MONTH = 30;
/** They join over so much of the time at most. */
const JOIN_DAYS = 90;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  const { people, months, seed, report } = readOptions(process.argv.slice(2));
  const days = months * DAYS_OF_MONTH;
  const began = performance.now();
  const { watch } = await rehearse({
    people,
    days,
    seed,
    joinDays: Math.min(Math.ceil(days / 4), JOIN_DAYS),
    stopAfter: Number.POSITIVE_INFINITY,
    source: resolve(import.meta.dirname, '../..'),
    onDay: (day) => {
      if (day % DAYS_OF_MONTH === 0) print(`Month ${day / DAYS_OF_MONTH} of ${months}`);
    },
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  for (const { at, kind, text } of watch.findings) print(`DIFFERS: ${at} ${kind}: ${text}`);
  for (const [what, count] of [...watch.counts].sort()) print(`${String(count).padStart(9)}  ${what}`);
  print(
    `${watch.findings.length} differences from the model; ${people} people, ${months} months, seed ${seed}, ${seconds} s.`,
  );
  if (report) {
    mkdirSync(report, { recursive: true });
    const result = {
      people,
      months,
      seed,
      seconds,
      findings: watch.findings,
      counts: Object.fromEntries(watch.counts),
    };
    writeFileSync(join(report, 'rehearsal.json'), `${JSON.stringify(result, null, 2)}\n`);
  }
  process.exitCode = watch.findings.length > 0 ? 1 : 0;
} catch (error) {
  print(error instanceof UsageError ? error.message : `${(error as Error).stack}`);
  process.exitCode = 1;
}
