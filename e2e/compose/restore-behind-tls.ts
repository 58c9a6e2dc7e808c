import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { Browser } from '@playwright/test';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { logIn } from '../support/accounts.ts';
import { compose, containersOf, fetchAlone, untilReady } from '../support/compose.ts';
import { type Account, allocated, clientOf } from '../support/participants.ts';

const DUMP = 'stack.dump.gpg';
const TLS = 'tls';

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
  const file = execFileSync('api/deploy/back-up.sh', { encoding: 'utf8' }).trim();
  const verified = compose('exec', '-T', 'back-up', 'node', 'api/src/cli/back-up.ts', 'verify');
  assert.match(verified, /is whole/);
  const [container = ''] = containersOf('back-up');
  execFileSync('docker', ['cp', `${container}:${file}`, DUMP]);
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
    TLS_FOLDER: `./${TLS}`,
    PUBLIC_URL: url,
  });
  mkdirSync(TLS);
  makeCertificate();
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

/** As an authority's renewal does: both files are replaced. */
function makeCertificate(): void {
  const [key, certificate] = [join(TLS, 'privkey.pem'), join(TLS, 'fullchain.pem')];
  const made = `-x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout ${key}.new -out ${certificate}.new`;
  execFileSync('openssl', ['req', ...made.split(' ')], { stdio: 'ignore' });
  chmodSync(`${key}.new`, 0o644);
  for (const file of [key, certificate]) execFileSync('mv', [`${file}.new`, file]);
}

/** Renews the certificate while requests go on: none fails, and new connections get the new one. */
export async function renewCertificate(url: string): Promise<void> {
  const before = await fingerprint(url);
  let isOver = false;
  const failed: string[] = [];
  const asking = (async () => {
    while (!isOver) {
      // Each on a connection of its own, whose certificate no authority signed.
      await fingerprint(url).catch((error) => failed.push(String(error)));
      await wait(20);
    }
  })();
  makeCertificate();
  compose('kill', '-s', 'HUP', 'gateway');
  for (let tries = 0; (await fingerprint(url)) === before; tries += 1) {
    assert(tries < 100, 'the new certificate is served');
    await wait(100);
  }
  isOver = true;
  await asking;
  assert.deepEqual(failed, [], 'no connection failed');
}

function fingerprint(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.end();
    }).once('error', reject);
  });
}
