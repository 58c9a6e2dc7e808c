import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf } from '../support/checkout.ts';
import { byItself, FAULT_SETS, type FaultSet, setOfCommit } from './faults/fault-sets.ts';
import { FAULTS } from './faults/faults.ts';
import { CHECKOUT } from './run.ts';

export interface Options {
  people: number;
  days: number;
  seed: number;
  /** Everyone does once what is rare, and it fails where no one did. */
  isRareForced: boolean;
  report: string | null;
  /** The folder of the trial's content. */
  content: string;
  /** Whether a second run has to give the same. */
  twice: boolean;
  /** Deliberate faults, a run for each set; none for the product as it is. */
  faultSets: readonly FaultSet[];
  /** Whether the server makes pages, which takes a browser and in which no fault of a larger set is. */
  hasPages: boolean;
}

/** What cannot be run, in one sentence. */
export class UsageError extends Error {}

const DAYS_OF_MONTH = 30;
const USAGE =
  'Use: npm run rehearse -- --people 100 --months 24 (or --weeks 6) --seed 1 --report FOLDER --content FOLDER, and --rare, --twice, --fault NAME, --every-fault or --fault-set commit (or every).';

type Values = Record<string, string | boolean | undefined>;

export function readOptions(args: string[]): Options {
  let values: Values;
  try {
    const option = { type: 'string' } as const;
    values = parseArgs({
      args,
      options: {
        people: option,
        months: option,
        weeks: option,
        seed: option,
        report: option,
        content: option,
        fault: option,
        'every-fault': { type: 'boolean' },
        'fault-set': option,
        twice: { type: 'boolean' },
        rare: { type: 'boolean' },
      },
    }).values;
  } catch {
    throw new UsageError(USAGE);
  }
  const whole = (name: string, given: number, from: number, to: number): number => {
    const number = values[name] === undefined ? given : Number(values[name]);
    if (Number.isInteger(number) && number >= from && number <= to) return number;
    throw new UsageError(`--${name} has to be a whole number from ${from} to ${to}.`);
  };
  const report = typeof values.report === 'string' ? resolve(values.report) : null;
  if (report && existsSync(report) && readdirSync(report).length > 0)
    throw new UsageError(`The report's folder ${report} is not empty; name another one.`);
  const content = resolve(String(values.content ?? join(CHECKOUT, 'api/content')));
  if (!existsSync(join(content, 'product.yaml')))
    throw new UsageError(`There is no trial's content in ${content}.`);
  const days =
    values.weeks === undefined ? whole('months', 24, 1, 36) * DAYS_OF_MONTH : whole('weeks', 6, 5, 150) * 7;
  return {
    people: whole('people', 100, 1, 2_000),
    days,
    seed: whole('seed', 1, 0, 1_000_000),
    report,
    content,
    twice: values.twice === true,
    isRareForced: values.rare === true,
    faultSets: faultSetsOf(values),
    hasPages: values['fault-set'] === undefined,
  };
}

function faultSetsOf({ fault, 'every-fault': isEvery, 'fault-set': set }: Values): readonly FaultSet[] {
  if (set === 'commit') return [setOfCommit(commitOf(CHECKOUT))];
  if (set === 'every') return FAULT_SETS;
  if (set !== undefined) throw new UsageError('--fault-set has to be commit or every.');
  if (isEvery) return Object.keys(FAULTS).map(byItself);
  if (typeof fault !== 'string') return [];
  if (Object.hasOwn(FAULTS, fault)) return [byItself(fault)];
  throw new UsageError(`There is no fault ${fault}; there are ${Object.keys(FAULTS).join(', ')}.`);
}
