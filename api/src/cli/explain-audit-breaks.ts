import { explainBreaks } from '../domain/data/audit-log/explain-breaks.command.ts';
import { StartError } from '../platform/config/start-error.ts';
import { withOperation } from './with-operation.ts';

/** `npm run audit:explain`: explains, in the audit log itself, the breaks of one known cause. See docs/audit.md. */
try {
  const events = await withOperation(explainBreaks);
  process.stdout.write(
    events.length > 0
      ? `Explained ${events.length === 1 ? 'event' : 'events'} ${events.join(', ')}. Run audit:verify again.\n`
      : 'There is nothing to explain.\n',
  );
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
