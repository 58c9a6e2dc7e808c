import * as z from 'zod';
import { readSettingFiles } from '../platform/config/read-setting-files.ts';
import { StartError } from '../platform/config/start-error.ts';

const HOUR_MS = 3_600_000;

const schema = z.object({
  /** Of the role that owns the tables: it may read all of them. */
  DATABASE_OWNER_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgresql://'),
  /** The file that holds the passphrase; gpg reads it itself. */
  BACK_UP_PASSPHRASE_FILE: z.string().min(1),
  /** Where back-ups lie, best on another machine's disk. */
  BACK_UP_FOLDER: z.string().min(1).default('/back-ups'),
  /** Where a back-up is restored to be verified. What is in it is removed. */
  BACK_UP_SCRATCH: z.string().min(1).default('/restored'),
  BACK_UP_HOURS: z.coerce.number().positive().default(6),
  BACK_UP_DAYS: z.coerce.number().positive().default(35),
  /** How often a back-up is restored and verified. */
  BACK_UP_VERIFY_DAYS: z.coerce.number().positive().default(7),
  BACK_UP_PORT: z.coerce.number().int().min(0).max(65_535).default(9101),
});

export interface BackUpSettings {
  databaseUrl: string;
  passphraseFile: string;
  folder: string;
  scratch: string;
  everyMs: number;
  keepMs: number;
  verifyEveryMs: number;
  port: number;
}

/** Throws StartError that names every setting that cannot be used, and never what it holds. */
export function readBackUpSettings(environment: Record<string, string | undefined>): BackUpSettings {
  const read = readSettingFiles(['DATABASE_OWNER_URL'], environment);
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} (${message})`);
    throw new StartError(`These settings cannot be used: ${faults.join(', ')}.`);
  }
  const { data } = parsed;
  return {
    databaseUrl: data.DATABASE_OWNER_URL,
    passphraseFile: data.BACK_UP_PASSPHRASE_FILE,
    folder: data.BACK_UP_FOLDER,
    scratch: data.BACK_UP_SCRATCH,
    everyMs: data.BACK_UP_HOURS * HOUR_MS,
    keepMs: data.BACK_UP_DAYS * 24 * HOUR_MS,
    verifyEveryMs: data.BACK_UP_VERIFY_DAYS * 24 * HOUR_MS,
    port: data.BACK_UP_PORT,
  };
}
