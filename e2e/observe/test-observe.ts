/**
 * `npm run test:observe`: Debian's Prometheus, Alertmanager and exporters, with the project's own configuration and rules,
 * beside a running server. Every query of the dashboards and alerts is asked; then the server is cut off, and the message
 * about it has to arrive. Needs the packages that .ci/install-engines names.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { startStack } from '../support/stack.ts';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const OBSERVE = join(CHECKOUT, 'api/deploy/observe');
const ARRIVAL_TIMEOUT_MS = 240_000;
/** What only a cluster, a fault or an attack measures; parsed and asked all the same. */
const MAY_BE_EMPTY =
  /patroni_|etcd_|stepwise_release_failed|stepwise_failed_access|stepwise_back_up_bytes|probe_ssl/;

interface Alert {
  labels: { alertname: string };
  annotations: { runbook_url: string };
}

const PROGRAMS = [
  'prometheus',
  'prometheus-alertmanager',
  'prometheus-blackbox-exporter',
  'prometheus-node-exporter',
];
const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).status !== 0);
if (missing.length > 0) {
  process.stdout.write(`— NOT TRIED, alerts and dashboards: ${missing.join(', ')} missing.\n`);
  process.exit(0);
}

const work = mkdtempSync(join(tmpdir(), 'stepwise-observe-'));
const running: ChildProcess[] = [];
const received: Alert[] = [];
const stack = await startStack();
const listener = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  received.push(...(JSON.parse(body).alerts as Alert[]));
  response.end();
}).listen(0, '127.0.0.1');
try {
  await observe();
} finally {
  for (const child of running) {
    if (child.exitCode !== null) continue;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    await exit;
  }
  listener.close();
  await stack.stop();
  rmSync(work, { recursive: true });
}

async function observe(): Promise<void> {
  const [prometheus = 0, alertmanager = 0, blackbox = 0, node = 0, backUp = 0] = await Promise.all(
    Array.from({ length: 5 }, freePort),
  );
  const address = (port: number) => `127.0.0.1:${port}`;
  const targets: Record<string, string> = {
    api: new URL(stack.url).host,
    'back-up': address(backUp),
    node: address(node),
    alertmanager: address(alertmanager),
    'public-address': address(blackbox),
  };
  const config = parse(
    readFileSync(join(OBSERVE, 'prometheus.yml'), 'utf8').replace('PUBLIC_URL', stack.url),
  );
  config.global = { scrape_interval: '2s', evaluation_interval: '2s' };
  config.rule_files = ['alerts.yml', 'alerts.one-machine.yml'].map((file) => join(OBSERVE, file));
  config.alerting.alertmanagers = [{ static_configs: [{ targets: [targets.alertmanager] }] }];
  for (const job of config.scrape_configs) {
    delete job.dns_sd_configs;
    job.static_configs = [{ targets: [targets[job.job_name]] }];
  }
  writeFileSync(join(work, 'prometheus.yml'), stringify(config));
  const hook = `http://${address((listener.address() as AddressInfo).port)}/`;
  const routes = { receiver: 'test', group_by: ['alertname'], group_wait: '0s' };
  const receivers = [{ name: 'test', webhook_configs: [{ url: hook }] }];
  writeFileSync(join(work, 'alertmanager.yml'), stringify({ route: routes, receivers }));
  mkdirSync(join(work, 'assets'));
  writeFileSync(join(work, 'assets/alerts.md'), readFileSync(join(CHECKOUT, 'docs/alerts.md')));
  mkdirSync(join(work, 'back-ups'));

  start('prometheus-node-exporter', `--web.listen-address=${address(node)}`);
  start(
    'prometheus-blackbox-exporter',
    ...[`--config.file=${join(OBSERVE, 'blackbox.yml')}`, `--web.listen-address=${address(blackbox)}`],
  );
  start(
    'prometheus-alertmanager',
    ...[`--config.file=${join(work, 'alertmanager.yml')}`, `--storage.path=${join(work, 'alertmanager')}`],
    ...[`--web.listen-address=${address(alertmanager)}`, '--cluster.listen-address='],
  );
  start(
    'prometheus',
    ...[`--config.file=${join(work, 'prometheus.yml')}`, `--storage.tsdb.path=${join(work, 'data')}`],
    ...[`--web.listen-address=${address(prometheus)}`, `--web.external-url=http://${address(prometheus)}`],
    `--web.user-assets=${join(work, 'assets')}`,
  );
  // Its measures are served where there is nothing to back up as well.
  writeFileSync(join(work, 'passphrase'), 'of a test');
  running.push(
    spawn('node', [join(CHECKOUT, 'api/src/cli/back-up.ts'), 'keep'], {
      env: {
        ...process.env,
        DATABASE_OWNER_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
        BACK_UP_PASSPHRASE_FILE: join(work, 'passphrase'),
        BACK_UP_FOLDER: join(work, 'back-ups'),
        BACK_UP_PORT: String(backUp),
      },
      stdio: 'ignore',
    }),
  );

  const ask = async (
    query: string,
  ): Promise<{ metric: Record<string, string>; value: [number, string] }[]> => {
    const url = `http://${address(prometheus)}/api/v1/query?query=${encodeURIComponent(query)}`;
    const answer = await (await fetch(url)).json();
    assert.equal(answer.status, 'success', `${query}: ${answer.error}`);
    return answer.data.result;
  };
  await until('every target is scraped', async () => {
    const up = await ask('up').catch(() => []);
    return up.length === Object.keys(targets).length && up.every(({ value }) => value[1] === '1');
  });
  // Two scrapes make a rate.
  await until(
    'rates are there',
    async () => (await ask('rate(stepwise_server_errors_total[1m])')).length > 0,
  );

  const queries = readdirSync(join(OBSERVE, 'dashboards')).flatMap((file) =>
    JSON.parse(readFileSync(join(OBSERVE, 'dashboards', file), 'utf8')).panels.flatMap(
      ({ targets: each }: { targets: { expr: string }[] }) => each.map(({ expr }) => expr),
    ),
  );
  for (const query of queries)
    await until(`an answer to ${query}`, async () => {
      const found = await ask(query);
      return found.length > 0 || MAY_BE_EMPTY.test(query);
    });
  process.stdout.write(`All ${queries.length} queries of the dashboards are answered.\n`);

  const isReceived = (name: string) => received.some(({ labels }) => labels.alertname === name);
  await until('Watchdog arrives', async () => isReceived('Watchdog'));
  const begun = received.length;
  await stack.cut();
  await until('PublicAddressFails arrives', async () => isReceived('PublicAddressFails'));
  const message = received.slice(begun).find(({ labels }) => labels.alertname === 'PublicAddressFails');
  const page = await fetch(message?.annotations.runbook_url ?? '');
  assert.equal(page.status, 200);
  assert.match(await page.text(), /### PublicAddressFails\n- Look: /);
  process.stdout.write('The message about a server that was cut off arrived, with the page that it names.\n');
}

function start(program: string, ...args: string[]): void {
  running.push(spawn(program, args, { stdio: 'ignore' }));
}

async function freePort(): Promise<number> {
  const server = createSocket().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + ARRIVAL_TIMEOUT_MS; !(await isSo()); await wait(500))
    assert(Date.now() < limit, `${what}: not in time`);
}
