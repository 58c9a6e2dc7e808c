import { explainBreaks } from '../domain/audit/explain-breaks.command.ts';
import { entities } from '../entities.ts';
import { readConfig } from '../platform/config/config.ts';
import { StartError } from '../platform/config/start-error.ts';
import { withDatabase } from '../platform/database/with-database.ts';

/** `npm run audit:explain`: explains, in the audit log itself, the breaks of one known cause. See docs/audit.md. */
try {
  const events = await withDatabase(readConfig(process.env), entities, (orm) =>
    explainBreaks(orm.em.fork(), new Date()),
  );
  process.stdout.write(
    events.length > 0
      ? `Explained ${events.length === 1 ? 'event' : 'events'} ${events.join(', ')}. Run audit:verify again.\n`
      : 'There is nothing to explain.\n',
  );
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
