import { verifyAuditLog } from '../domain/audit/verify-audit-log.ts';
import { readConfig } from '../platform/config/config.ts';
import { StartError } from '../platform/config/start-error.ts';
import { withDatabase } from '../platform/database/with-database.ts';

const explainedText = (events: number[]): string =>
  events.length > 0
    ? `Hashed with an id in capital letters, as later events explain: ${events.join(', ')}. Nothing else differs.\n`
    : '';

/** `npm run audit:verify`: says whether the audit trail is whole. Ends with 1 when it is not. */
try {
  const { events, erased, explained, fault } = await withDatabase(readConfig(process.env), (orm) =>
    verifyAuditLog(orm.em.fork()),
  );
  process.stdout.write(
    fault
      ? `The audit trail is broken at event ${fault.id}: ${fault.reason}. The ${events} events before it verify.\n`
      : `The audit trail is whole: ${events} events, the values of ${erased} erased.\n${explainedText(explained)}`,
  );
  process.exitCode = fault ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
