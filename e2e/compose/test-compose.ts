/**
 * `npm run test:compose`: brings the compose stack up from a copy of the checkout, runs the main journey while an API
 * replica is killed, replaces one feature's container, has a release rejected, replaces the API under load by one that
 * changes the schema, backs up, removes all data, restores it into a stack with TLS, and removes everything. Needs Docker
 * with Compose, and openssl.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import {
  BOOT_ELEMENT,
  type BootData,
  bootDataSchema,
  type LiveFeature,
} from '@stepwise/shared-contracts/federation/boot-data';
import { compose, containersOf, fetchAlone, kill, untilReady } from '../support/compose.ts';
import { findChromium } from '../support/find-chromium.ts';
import { clientOf } from '../support/participants.ts';
import { killReplicas, replaceReplicas } from './replace-replicas.ts';
import { backUpAndLose, renewCertificate, restoreBehindTls, whyNoBackUp } from './restore-behind-tls.ts';

const checkout = resolve(import.meta.dirname, '../..');
const url = 'http://127.0.0.1:8090';
const tlsUrl = 'https://127.0.0.1:8091';
/** The step after which a replica is killed: the next ones save the plan, the lists and the first record. */
const KILL_AFTER = 'setup questions';
const REPLACED = 'mf-helpers';

const copy = mkdtempSync(join(tmpdir(), 'stepwise-compose-'));
const secrets = join(copy, 'secrets');
Object.assign(process.env, {
  COMPOSE_PROJECT_NAME: 'stepwise-test',
  COMPOSE_PROFILES: 'testing',
  GATEWAY_ADDRESS: new URL(url).host,
  MAIL_ADDRESS: '127.0.0.1:1090',
  MAIL_CATCHER: 'http://127.0.0.1:1090',
  SECRETS: secrets,
  PUBLIC_URL: url,
  SECURE_COOKIES: 'false',
});

const browser = await chromium.launch(await findChromium());
try {
  copyCheckout();
  process.chdir(copy);
  execFileSync('api/deploy/make-secrets.sh', [secrets]);
  // The main journey needs the reduction group; see support/stack.ts.
  writeFileSync(join(secrets, 'allocation-seed'), 'the-lists-of-the-browser-journeys-25');
  await timed('the stack is built and healthy', async () => {
    compose('up', '--build', '-d');
    await untilReady(url);
    await untilReleased();
  });
  await timed('the journey, with a replica killed in its middle', journey);
  await timed(`${REPLACED} replaced by itself`, replaceFeature);
  await timed(`a bad release of ${REPLACED} rejected`, rejectRelease);
  assertContained();
  assertLimited();
  await timed('no replica there, and back', unreachable);
  await timed('every API replica replaced by a version with another schema', async () => {
    const asked = await replaceReplicas(await browser.newPage(), url, copy);
    process.stdout.write(`0 of ${asked} requests failed.\n`);
  });
  await timed('every API replica killed in turn', async () => {
    const asked = await killReplicas(await browser.newPage(), url);
    process.stdout.write(`0 of ${asked} requests failed.\n`);
  });
  await assertMetrics();
  const obstacle = whyNoBackUp();
  if (obstacle) process.stdout.write(`— NOT TRIED, back-up, restore and TLS: ${obstacle}.\n`);
  else
    await timed('everything lost, restored, and served behind TLS', async () => {
      const reference = await backUpAndLose(browser, url);
      await restoreBehindTls(browser, reference, { plainUrl: url, url: tlsUrl });
      await renewCertificate(tlsUrl);
    });
} finally {
  await browser.close();
  process.chdir(copy);
  compose('down', '--volumes', '--rmi', 'local');
  process.chdir(checkout);
  rmSync(copy, { recursive: true });
}

/** What git knows of, so that the test may change a source. */
function copyCheckout(): void {
  const options = { cwd: checkout, encoding: 'utf8' } as const;
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], options).split('\0');
  for (const file of files.filter((name) => name && existsSync(join(checkout, name))))
    cpSync(join(checkout, file), join(copy, file));
}

async function journey(): Promise<void> {
  const [target = '', ...others] = containersOf('api');
  assert.equal(others.length, 1, 'two replicas run');
  const args = ['test', '--config', 'e2e/playwright.config.ts', 'welcome-to-first-record', '--project=phone'];
  const runner = spawn('playwright', args, {
    cwd: checkout,
    env: { ...process.env, STEPWISE_URL: url, PLAYWRIGHT_LIST_PRINT_STEPS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let killed = false;
  runner.stdout.on('data', (text: Buffer) => {
    process.stdout.write(text);
    if (killed || !String(text).includes(KILL_AFTER)) return;
    killed = true;
    kill(target);
    process.stdout.write('One API replica is killed.\n');
  });
  const code = await new Promise((done) => runner.once('exit', done));
  assert(killed, 'a replica was killed');
  assert.equal(code, 0, 'the journey passed');
}

async function replaceFeature(): Promise<void> {
  const before = await live();
  const others = (features: Map<string, LiveFeature>) =>
    [...features.values()].filter(({ manifest }) => manifest.name !== REPLACED);
  const running = containersOf('api');

  // With a dependency that no other package has.
  const add = ['install', '--package-lock-only', '--ignore-scripts', '--loglevel=error', '-w', REPLACED];
  execFileSync('npm', [...add, 'clsx@2.1.1'], { cwd: copy, stdio: ['ignore', 'ignore', 'inherit'] });
  const source = join(copy, REPLACED, 'src/manifest.ts');
  const manifest = readFileSync(source, 'utf8').replace(/title: '.*'/, "title: clsx('Replaced')");
  writeFileSync(source, `import { clsx } from 'clsx';\n${manifest}`);
  compose('up', '--build', '-d', '--no-deps', REPLACED);
  promoteAsOperator();

  let after = await live();
  for (let tries = 0; after.get(REPLACED)?.manifest.title !== 'Replaced'; tries += 1) {
    assert(tries < 30, `${REPLACED} did not go live.`);
    await wait(200);
    after = await live();
  }
  assert.deepEqual(others(after), others(before), 'every other feature is as it was');
  assert.deepEqual(containersOf('api'), running, 'no replica was replaced');
  for (const features of [before, after]) {
    const entry = await fetchAlone(url + features.get(REPLACED)?.url);
    assert.equal(entry.status, 200, 'tabs that are open keep the release they began with');
    assert.equal(entry.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  }
}

/** A container whose release is rejected says why and ends with 1, and people keep what they have. */
async function rejectRelease(): Promise<void> {
  const before = await live();
  const source = join(copy, REPLACED, 'src/manifest.ts');
  const manifest = readFileSync(source, 'utf8');
  writeFileSync(source, manifest.replace(/contract: '.*?'/, "contract: '^9.0.0'"));
  compose('up', '--build', '-d', '--no-deps', REPLACED);
  const containers = containersOf(REPLACED);
  const inDocker = (...args: string[]) => spawnSync('docker', [...args, ...containers], { encoding: 'utf8' });
  assert.equal(inDocker('wait').stdout.trim(), '1');
  assert.match(inDocker('logs').stderr, /needs @stepwise\/shared-contracts \^9\.0\.0, and the shell/);
  assert.deepEqual(await live(), before, 'the live release stays');
  writeFileSync(source, manifest);
}

/** What a container brings is a canary where something is live; no browser has opened it, so that the operator promotes it. */
function promoteAsOperator(): void {
  const token = readFileSync(join(secrets, 'release-token-operator'), 'utf8');
  const inContainer = `
    const authorization = 'Bearer ${token}';
    const url = 'http://api:3000/api/releases/${REPLACED}/';
    const headers = { authorization, 'content-type': 'application/json' };
    (async () => {
      for (let tries = 0; tries < 150; tries += 1) {
        const { registry } = await (await fetch(url, { headers })).json();
        const canary = registry.microFrontends['${REPLACED}'].find((each) => each.deployment.traffic % 100);
        const body = JSON.stringify({ action: 'promote', reason: 'It is a test.', revision: registry.revision });
        if (canary) return console.log((await fetch(url + 'live/', { method: 'POST', headers, body })).status);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    })();`;
  const output = compose('run', '--rm', '--no-deps', '-T', REPLACED, 'node', '-e', inContainer);
  assert.equal(output.trim(), '204', `${REPLACED} came as a canary, which was promoted`);
}

/** While no replica runs people get the numbers to call, and calls what the client tries again. */
async function unreachable(): Promise<void> {
  const replicas = containersOf('api');
  const { site } = await boot();
  execFileSync('docker', ['stop', '-t', '5', ...replicas], { stdio: 'ignore' });
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(message.text()));
  const document = await page.goto(`${url}/plan`);
  assert.equal(document?.status(), 503);
  assert.equal(document?.headers()['cache-control'], 'no-store');
  assert.equal(document?.headers()['retry-after'], '30');
  for (const { number } of [site.emergency, site.counselling])
    assert(await page.getByRole('link', { name: `Call ${number}` }).isVisible(), `${number} can be called`);
  // The document's own status is in the console as well.
  assert.deepEqual(
    messages.filter((text) => !text.includes('503')),
    [],
    'its policy lets its style through',
  );
  // A form that is sent gets the page too.
  const sent = await fetchAlone(`${url}/account/log-in`, {
    method: 'POST',
    headers: { accept: 'text/html' },
  });
  assert.deepEqual([sent.status, sent.headers.get('content-type')], [503, 'text/html; charset=utf-8']);

  const visitor = clientOf(page, url);
  await assert.rejects(visitor.send(loginCheck, undefined), { code: 'unavailable', status: 503 });
  execFileSync('docker', ['start', ...replicas], { stdio: 'ignore' });
  await untilReady(url);
  await page.getByRole('link', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Log in' }).first().waitFor();
  await context.close();
}

/** A feature's container opens its own package only, and finds no database. */
function assertContained(): void {
  const inContainer = `
    const authorization = 'Bearer ' + require('node:fs').readFileSync('/run/secrets/release-token', 'utf8');
    const statusOf = async (name) =>
      (await fetch('http://api:3000/api/releases/' + name + '/', { headers: { authorization } })).status;
    const find = (name) => require('node:dns/promises').lookup(name).then(() => 'found', ({ code }) => code);
    (async () => console.log(await statusOf('${REPLACED}'), await statusOf('mf-plan'), await find('postgres')))();`;
  const output = compose('run', '--rm', '--no-deps', '-T', REPLACED, 'node', '-e', inContainer);
  assert.match(output.trim(), /^200 403 (ENOTFOUND|EAI_AGAIN)$/);
}

/** Every container has limits of memory, processes and log; staff need their second factor. */
function assertLimited(): void {
  const limits = `{{.Name}} {{.HostConfig.Memory}} {{.HostConfig.PidsLimit}} {{index .HostConfig.LogConfig.Config "max-size"}}`;
  const containers = compose('ps', '--all', '--quiet').split('\n').filter(Boolean);
  const lines = execFileSync('docker', ['inspect', '-f', limits, ...containers], { encoding: 'utf8' }).trim();
  for (const line of lines.split('\n')) assert.match(line, /^\S+ [1-9]\d* [1-9]\d* [1-9]\d*m$/);
  const [replica = ''] = containersOf('api');
  const setting = execFileSync('docker', ['exec', replica, 'printenv', 'STAFF_SECOND_FACTOR'], {
    encoding: 'utf8',
  });
  assert.equal(setting.trim(), 'required');
}

/** A page needs its feature, whose container brings it once the shell is there. */
async function untilReleased(): Promise<void> {
  const names = readdirSync(copy).filter((name) => name.startsWith('mf-'));
  const missing = async () => {
    const features = await live();
    return names.filter((name) => !features.has(name));
  };
  for (let tries = 0; (await missing()).length > 0; tries += 1) {
    assert(tries < 240, `${await missing()} did not go live`);
    await wait(500);
  }
}

/** The live features, as the document names them. */
async function live(): Promise<Map<string, LiveFeature>> {
  const { features } = await boot();
  return new Map(features.map((feature) => [feature.manifest.name, feature]));
}

/** What the document carries for the shell. */
async function boot(): Promise<BootData> {
  const answer = await fetchAlone(`${url}/`);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const [, data = ''] = (await answer.text()).split(`id="${BOOT_ELEMENT}">`);
  return bootDataSchema.parse(JSON.parse(data.split('</script>')[0] ?? ''));
}

/** Metrics are served on a replica's own port and not through the gateway. */
async function assertMetrics(): Promise<void> {
  assert.equal((await fetchAlone(`${url}/metrics`)).status, 404);
  const read = `fetch('http://127.0.0.1:3000/metrics').then((answer) => answer.text()).then(console.log)`;
  const [replica = ''] = containersOf('api');
  const text = execFileSync('docker', ['exec', replica, 'node', '-e', read], { encoding: 'utf8' });
  for (const series of [
    'stepwise_database_up 1',
    'stepwise_release_traffic_percent{',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    assert(text.includes(series), `the metrics hold ${series}`);
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const began = Date.now();
  await work();
  process.stdout.write(`— ${what}: ${((Date.now() - began) / 1000).toFixed(1)} s\n`);
}
