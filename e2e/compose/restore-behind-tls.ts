import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Browser } from '@playwright/test';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { logIn } from '../support/accounts.ts';
import { compose, fetchAlone, untilReady } from '../support/compose.ts';
import { type Account, allocated, clientOf } from '../support/participants.ts';

const DUMP = 'stack.dump';

/** A participant of the stack, and their all-data. */
interface Reference {
  account: Account;
  seen: unknown;
}

/** Why the database cannot be backed up as docs/operations.md says; undefined when it can. */
export function whyNoBackUp(): string | undefined {
  const version = (program: string) =>
    compose('exec', '-T', 'postgres', program, '--version').match(/ (\d+)\./)?.[1];
  const [tool, server] = [version('pg_dump'), version('postgres')];
  return tool === server ? undefined : `the image brings pg_dump ${tool} beside PostgreSQL ${server}`;
}

/** Backs the stack up with a participant in it, and takes it down with all its data. */
export async function backUpAndLose(browser: Browser, url: string): Promise<Reference> {
  const page = await browser.newPage();
  const account = await allocated(page, url, 'reduction');
  const client = clientOf(page, url);
  await client.send(loginCheck, undefined);
  await client.send(saveDoctor, { name: 'Dr Lee', phone: '0355-500-011', email: 'lee@example.org' });
  const { body: seen } = await client.send(allData, undefined);
  await page.close();
  execFileSync('api/deploy/back-up.sh', [DUMP], { stdio: 'inherit' });
  compose('down', '--volumes');
  return { account, seen };
}

/**
 * Restores the back-up into an empty stack with TLS at the gateway and a new certificate. Asserts that the audit log
 * verifies and that the participant has the same data. `plainUrl` is the gateway's address without TLS.
 */
export async function restoreBehindTls(
  browser: Browser,
  { account, seen }: Reference,
  { plainUrl, url }: { plainUrl: string; url: string },
): Promise<void> {
  Object.assign(process.env, {
    COMPOSE_FILE: 'docker-compose.yml:docker-compose.tls.yml',
    TLS_ADDRESS: new URL(url).host,
    REDIRECT_ADDRESS: '127.0.0.1:8092',
    TLS_CERTIFICATE: 'tls.crt',
    TLS_KEY: 'tls.key',
    PUBLIC_URL: url,
  });
  const certificate =
    '-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout tls.key -out tls.crt';
  execFileSync('openssl', ['req', ...certificate.split(' ')], { stdio: 'ignore' });
  execFileSync('chmod', ['a+r', 'tls.key']);
  execFileSync('api/deploy/restore.sh', [DUMP], { stdio: 'inherit' });
  compose('up', '-d');
  await untilReady(plainUrl);

  const output = compose('run', '--rm', '--no-deps', 'api', 'node', 'api/src/cli/verify-audit.ts');
  assert.match(output, /The audit log is whole: [1-9]\d* events/);

  const redirected = await fetchAlone(`http://${process.env.REDIRECT_ADDRESS}/about`, { redirect: 'manual' });
  assert.equal(redirected.status, 308);
  assert.equal(redirected.headers.get('location'), 'https://127.0.0.1/about');

  const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const document = await page.goto('/login');
  assert.match(document?.headers()['strict-transport-security'] ?? '', /max-age=31536000/);
  await logIn(page, account);
  await page.getByText('Log out').first().waitFor();
  const cookies = await context.cookies();
  assert(cookies.length > 0 && cookies.every(({ secure }) => secure), 'every cookie is for https only');
  const client = clientOf(page, url);
  await client.send(loginCheck, undefined);
  assert.deepEqual((await client.send(allData, undefined)).body, seen, 'everything is as it was');
  await context.close();
}
