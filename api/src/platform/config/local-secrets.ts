import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { StartError } from './start-error.ts';

const secretsSchema = z.object({
  databasePassword: z.string().min(20),
  sessionSecret: z.string().min(32),
  allocationSeed: z.string().min(32),
});
export type LocalSecrets = z.infer<typeof secretsSchema>;

/**
 * Secrets for what no setting gives: made at the first start, kept in the data folder, readable by their owner only.
 * Replicas share settings instead.
 */
export function readLocalSecrets(dataDir: string): LocalSecrets {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) {
    makeFolder(dataDir);
    const secret = () => randomBytes(32).toString('hex');
    const secrets = { databasePassword: secret(), sessionSecret: secret(), allocationSeed: secret() };
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' });
    return secrets;
  }
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new StartError(
      `${file} is damaged; put it back from a backup, or remove the whole data folder to start again.`,
    );
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === 'EEXIST' || code === 'ENOTDIR'
        ? `DATA_DIR, ${path}, is a file or lies below one; set it to a folder.`
        : `DATA_DIR, ${path}, cannot be made (${code}); set it to a folder that this user may write to.`,
    );
  }
}
