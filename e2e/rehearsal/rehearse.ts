/** `npm run rehearse`: people live through the trial on a real stack, compared with a model (docs/rehearsal.md). */
import { readOptions, UsageError } from './options.ts';
import { rehearse } from './rehearsal.ts';
import { CHECKOUT, print } from './run.ts';
import { runFaults } from './run-faults.ts';
import { runProduct } from './run-product.ts';

try {
  const options = readOptions(process.argv.slice(2));
  // What it started ends with it (stack/stack.ts).
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      print(`The rehearsal was cut off; seed ${options.seed} repeats it.`);
      process.exit(130);
    });
  const isGood =
    options.faultSets.length > 0
      ? await runFaults(options, CHECKOUT, rehearse)
      : await runProduct(options, CHECKOUT);
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  print(error instanceof UsageError ? error.message : `${(error as Error).stack}`);
  // What had started by then is still open.
  process.exit(1);
}
