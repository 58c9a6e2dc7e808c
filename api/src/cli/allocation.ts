import { StartError } from '../platform/config/start-error.ts';
import { runAllocationCommand } from './allocation-commands.ts';

/** `npm run allocation:report` and `allocation:verify`. Ends with 1 when an allocation does not follow its list. */
try {
  process.stdout.write(await runAllocationCommand(process.argv.slice(2), process.env));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
