import { readConfig } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { withDatabase } from '../database/with-database.ts';
import { verifyAuditTrail } from '../modules/audit/verify-audit-trail.ts';

/** `npm run audit:verify`: says whether the audit trail is whole. Ends with 1 when it is not. */
try {
  const { events, erased, fault } = await withDatabase(readConfig(process.env), (orm) =>
    verifyAuditTrail(orm.em.fork()),
  );
  process.stdout.write(
    fault
      ? `The audit trail is broken at event ${fault.id}: ${fault.reason}. The ${events} events before it verify.\n`
      : `The audit trail is whole: ${events} events, the values of ${erased} erased.\n`,
  );
  process.exitCode = fault ? 1 : 0;
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
