import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readHeads, type SignedHead } from '../domain/data/audit-log/audit-head.ts';
import { readAuditCsv } from '../domain/data/audit-log/read-audit-csv.ts';
import {
  type AuditVerification,
  findExplanationsIn,
  verifyAuditLog,
  verifyEvents,
} from '../domain/data/audit-log/verify-audit-log.ts';
import { entities } from '../modules.ts';
import { readConfig } from '../platform/config/config.ts';
import { StartError } from '../platform/config/start-error.ts';
import { withDatabase } from '../platform/database/with-database.ts';

const USAGE = `Says whether the audit log is whole (docs/audit.md):
  npm run audit:verify                                  the database of the settings
  npm run audit:verify -- --heads heads.txt             the same, with signed heads that a witness kept
  npm run audit:verify -- --csv log.csv --heads heads.txt   a downloaded log, without a database`;

type Environment = Record<string, string | undefined>;

/** What `npm run audit:verify` prints, and whether the log is whole. Throws StartError in plain words. */
export async function verifyAuditCommand(
  args: string[],
  environment: Environment,
): Promise<{ printed: string; isWhole: boolean }> {
  const { csv, heads } = readArguments(args);
  const outcome = await verify(csv, heads ? readHeadsOf(heads) : [], environment);
  return { printed: inWords(outcome), isWhole: !outcome.fault };
}

function readArguments(args: string[]): { csv?: string; heads?: string } {
  try {
    return parseArgs({ args, options: { csv: { type: 'string' }, heads: { type: 'string' } } }).values;
  } catch {
    throw new StartError(USAGE);
  }
}

async function verify(
  csv: string | undefined,
  heads: SignedHead[],
  environment: Environment,
): Promise<AuditVerification> {
  if (!csv)
    return withDatabase(readConfig(environment), entities, (orm) => verifyAuditLog(orm.em.fork(), heads));
  const read = () => readAuditCsv(csv);
  try {
    return await verifyEvents(read, await findExplanationsIn(read), heads);
  } catch (error) {
    throw new StartError(`${csv} cannot be read as an audit log: ${(error as Error).message}`);
  }
}

function readHeadsOf(file: string): SignedHead[] {
  const heads = readHeads(readText(file));
  if (heads.length === 0) throw new StartError(`${file} holds no signed head.`);
  return heads;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function inWords({ events, erased, explained, heads, keys, fault }: AuditVerification): string {
  if (fault)
    return `The audit log is broken at event ${fault.id}: ${fault.reason}.${events > 0 ? ' The events before it verify.' : ''}\n`;
  const lines = [`The audit log is whole: ${events} events, the values of ${erased} erased.`];
  if (heads > 0) lines.push(`It agrees with ${heads} signed heads, of the public key ${keys.join(' and ')}.`);
  if (explained.length > 0)
    lines.push(
      `Hashed with an id in capital letters, as later events explain: ${explained.join(', ')}. Nothing else differs.`,
    );
  return `${lines.join('\n')}\n`;
}
