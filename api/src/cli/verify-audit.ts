import { StartError } from '../platform/config/start-error.ts';
import { verifyAuditCommand } from './verify-audit-command.ts';

/** `npm run audit:verify`: says whether the audit log is whole. Ends with 1 when it is not. */
try {
  const { printed, isWhole } = await verifyAuditCommand(process.argv.slice(2), process.env);
  process.stdout.write(printed);
  process.exitCode = isWhole ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
