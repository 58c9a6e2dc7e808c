import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of gpg, which wants a folder and starts an agent there. */
const GPG_HOME = join(tmpdir(), 'stepwise-gpg');
/** Reads the passphrase from the file that PASSPHRASE_FILE names. */
export const GPG =
  'gpg --batch --quiet --no-options --pinentry-mode=loopback --passphrase-file="$PASSPHRASE_FILE"';

/**
 * Runs programs one after another as a pipe of bash, none of which may fail. Values come by the environment, so that none
 * is part of a command or of a list of processes. Rejects with what the first that failed said, without what it quotes of
 * the server's error, which may hold a row.
 */
export async function runPipe(pipe: string, environment: Record<string, string> = {}): Promise<void> {
  mkdirSync(GPG_HOME, { recursive: true, mode: 0o700 });
  const running = spawn('bash', ['-c', `set -euo pipefail; ${pipe}`], {
    env: { ...process.env, GNUPGHOME: GPG_HOME, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  running.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
  });
  const code = await new Promise((resolve, reject) => {
    running.once('error', reject);
    // Not `close`: a server that goes on in the background keeps its stderr open.
    running.once('exit', resolve);
  });
  if (code !== 0) throw new Error(reasonIn(said) ?? `ended with ${code}`);
}

function reasonIn(said: string): string | undefined {
  const lines = said.split('\n');
  const line = lines.find((each) => /error|failed/i.test(each)) ?? lines.find(Boolean);
  return line?.split(/:? ERROR:/)[0]?.trim();
}

/** An address of a database as PostgreSQL's programs take it from the environment. */
export function databaseEnvironment(databaseUrl: string): Record<string, string> {
  const url = new URL(databaseUrl);
  const given = {
    PGHOST: url.hostname,
    PGPORT: url.port || '5432',
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: url.searchParams.get('sslrootcert') ?? '',
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}
