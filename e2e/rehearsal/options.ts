import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface Options {
  people: number;
  months: number;
  seed: number;
  report: string | null;
}

/** What cannot be run, in one sentence. */
export class UsageError extends Error {}

const USAGE = 'Use: npm run rehearse -- --people 100 --months 24 --seed 1 --report FOLDER';

export function readOptions(args: string[]): Options {
  let values: Record<string, string | undefined>;
  try {
    const option = { type: 'string' } as const;
    values = parseArgs({
      args,
      options: { people: option, months: option, seed: option, report: option },
    }).values;
  } catch {
    throw new UsageError(USAGE);
  }
  const whole = (name: string, given: number, from: number, to: number): number => {
    const number = values[name] === undefined ? given : Number(values[name]);
    if (Number.isInteger(number) && number >= from && number <= to) return number;
    throw new UsageError(`--${name} has to be a whole number from ${from} to ${to}.`);
  };
  const report = values.report === undefined ? null : resolve(values.report);
  if (report && existsSync(report) && readdirSync(report).length > 0)
    throw new UsageError(`The report's folder ${report} is not empty; name another one.`);
  return {
    people: whole('people', 100, 1, 2_000),
    months: whole('months', 24, 1, 36),
    seed: whole('seed', 1, 0, 1_000_000),
    report,
  };
}
