/**
 * `npm run breaks`: plants small changes of the source, each by itself in a copy, and runs the tests that have to find it.
 * Ends with 1 where one was not found.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../rehearsal/options.ts';
import { CHECKOUT, commitOf } from '../support/checkout.ts';
import { breaksOf, readRequirements } from '../validation/requirements.ts';
import type { Break } from './break.ts';
import { chooseByHash } from './choose-by-hash.ts';
import { generateBreaks } from './generate-breaks.ts';
import { originOf, writeBreaks } from './keep-breaks.ts';
import { isQuick, runQuick } from './quick/run-quick.ts';
import { printResult, runBreaks } from './run-breaks.ts';

const USAGE =
  'Use: npm run breaks, with --generated for those made from the sources, --only TEXT for ids that contain it, --quick for those of the requirements that need no database, --count 10 for some by the commit, --lanes 2 and --results FOLDER.';

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  const all: Break[] = options.generated
    ? generateBreaks(CHECKOUT)
    : readRequirements().flatMap(({ requirements }) => requirements.flatMap(breaksOf));
  const named = all.filter((each) => each.id.includes(options.only) && (!options.quick || isQuick(each)));
  const chosen = options.count === null ? named : chooseByHash(named, options.count, commitOf(CHECKOUT));
  const origin = originOf(CHECKOUT);
  const results = options.quick
    ? await runQuick(CHECKOUT, chosen, printResult)
    : await runBreaks(CHECKOUT, chosen, { lanes: options.lanes, onResult: printResult });
  if (options.results) writeBreaks(options.results, { ...origin, results });
  const found = results.filter(({ outcome }) => outcome === 'found').length;
  process.stdout.write(`${found} of ${results.length} breaks found.\n`);
  return found === results.length;
}

function readOptions(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  let values: {
    only?: string;
    count?: string;
    lanes?: string;
    results?: string;
    generated?: boolean;
    quick?: boolean;
  };
  try {
    values = parseArgs({
      args,
      options: { only: text, count: text, lanes: text, results: text, generated: flag, quick: flag },
    }).values;
  } catch {
    throw new UsageError(USAGE);
  }
  if (values.quick && values.generated) throw new UsageError(USAGE);
  const whole = (given: string): number => {
    const number = Number(given);
    if (Number.isInteger(number) && number > 0) return number;
    throw new UsageError(USAGE);
  };
  return {
    generated: values.generated === true,
    quick: values.quick === true,
    only: values.only ?? '',
    count: values.count === undefined ? null : whole(values.count),
    lanes: whole(values.lanes ?? '2'),
    results: values.results === undefined ? null : resolve(values.results),
  };
}
