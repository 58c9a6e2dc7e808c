/**
 * `npm run test:cluster`: the stack of docs/cluster.md on three machines, each a Docker engine in a container of this one.
 * People save while members of the database, machines, gateways and networks fail, while versions change, and around a
 * restore. Prints what was acknowledged, stored, lost and doubled, and how long nothing could be saved or opened.
 * Needs Docker. Addresses nothing but this machine.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../api/src/platform/config/config.ts';
import { countSaves } from '../../api/src/testing/faults/count-saves.ts';
import { createSavingParticipants, saveDuring } from '../../api/src/testing/faults/save-stream.ts';
import { createTally } from '../../api/src/testing/faults/tally.ts';
import { compose } from '../support/compose.ts';
import { openCluster } from './cluster.ts';
import { docker, openMachines } from './machines.ts';
import { openAddress } from './one-address.ts';
import { watchAnswers } from './watch-answers.ts';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const PROJECT = 'stepwise-three';
const PORT = 8092;
const URL_OF_ALL = `http://127.0.0.1:${PORT}`;
const PARTICIPANTS = 50;
const SAVE_MS = 3_000;
const READY_WITHIN_MS = 300_000;
const ENDS_WITHIN_MS = 40 * 60_000;
/** What may not be longer, in seconds. */
const SAVED_WITHIN_S = 30;
const OPENED_WITHIN_S = 5;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const columns = (name: string, ...figures: (string | number)[]): string =>
  [name.padEnd(44), ...figures.map((figure) => String(figure).padStart(13))].join('');
const timed = async (name: string, work: () => unknown): Promise<void> => {
  const begun = Date.now();
  await work();
  print(`— ${name}: ${Math.round((Date.now() - begun) / 1000)} s`);
};

setTimeout(() => {
  print('This takes longer than 40 minutes and is cut off.');
  machines.remove();
  process.exit(1);
}, ENDS_WITHIN_MS).unref();

const folder = mkdtempSync(join(tmpdir(), 'stepwise-cluster-'));
const secrets = join(folder, 'secrets');
const faults: string[] = [];
const machines = openMachines();
try {
  await run();
} catch (error) {
  faults.push(`${(error as Error).stack}`);
} finally {
  if (process.env.KEEP_CLUSTER !== '1') machines.remove();
  rmSync(folder, { recursive: true });
}
for (const fault of new Set(faults)) print(`FAULT: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);

/** Builds what the stack runs, as two versions alike but for a label, and gives the names. */
function buildImages(): string[] {
  process.chdir(CHECKOUT);
  Object.assign(process.env, {
    COMPOSE_PROJECT_NAME: PROJECT,
    SECRETS: secrets,
    PUBLIC_URL: URL_OF_ALL,
    SECURE_COOKIES: 'false',
  });
  compose('build');
  const database = [
    '--file',
    'api/deploy/cluster/database/Dockerfile',
    '--tag',
    'stepwise-database:1',
    CHECKOUT,
  ];
  docker(['build', '--quiet', ...database]);
  const services = docker(['images', '--format', '{{.Repository}}'])
    .split('\n')
    .flatMap((image) => {
      const service = image.match(new RegExp(`^${PROJECT}[_-](.+)$`))?.[1];
      return service ? [{ image, service }] : [];
    });
  for (const { image, service } of services) docker(['tag', image, `stepwise-${service}:1`]);
  const names = [...services.map(({ service }) => service), 'database'].map(
    (service) => `stepwise-${service}`,
  );
  for (const name of names)
    docker(['build', '--quiet', '--tag', `${name}:2`, '-'], `FROM ${name}:1\nLABEL version=2\n`);
  return [...names.flatMap((name) => [`${name}:1`, `${name}:2`]), 'nginx:stable'];
}

async function run(): Promise<void> {
  execFileSync(join(CHECKOUT, 'api/deploy/make-secrets.sh'), [secrets], { stdio: 'ignore' });
  let images: string[] = [];
  await timed('images built', () => (images = buildImages()));
  await timed('three engines have them', async () => {
    await machines.untilUp();
    machines.load(images);
    machines.joinSwarm();
  });
  const hosts = machines.numbers.map(machines.address);
  const address = await openAddress(PORT, hosts, 8080);
  const cluster = openCluster(machines, secrets, {
    PUBLIC_URL: URL_OF_ALL,
    SECURE_COOKIES: 'false',
    VERSION: '1',
  });
  await timed('the stack is deployed and ready', async () => {
    cluster.deploy();
    for (const limit = Date.now() + READY_WITHIN_MS; ; await wait(1_000)) {
      const answer = await fetch(`${URL_OF_ALL}/readyz`, { headers: { connection: 'close' } }).catch(
        () => null,
      );
      if (answer?.ok) break;
      if (Date.now() > limit) throw new Error('The stack is not ready in time.');
    }
    await cluster.untilWhole();
  });
  print('Three machines: three Docker engines in containers of this one.');

  const [host = ''] = hosts;
  const { databaseUrl = '' } = readSecrets();
  const at = (machine: string) =>
    readConfig({ DATABASE_URL: databaseUrl.replace('@postgres:', `@${machine}:`) });
  let tally = createTally();
  const watched = watchAnswers(URL_OF_ALL);
  const savers = await createSavingParticipants(at(host), PARTICIPANTS, {
    origin: () => URL_OF_ALL,
    tally: () => ({
      ...tally,
      count(outcome, tookMs) {
        watched.sawSave(outcome);
        tally.count(outcome, tookMs);
      },
    }),
  });

  print(columns('', 'acknowledged', 'stored', 'lost', 'doubled', 'no save, s', 'no page, s'));
  /** Lets people save before, during and after, and counts. */
  async function during(name: string, fault: () => Promise<void> | void, mend?: () => Promise<void> | void) {
    tally = createTally();
    watched.begin();
    const saves = await saveDuring(savers, async () => {
      await wait(SAVE_MS);
      await fault();
      await watched.untilSavedFor(SAVE_MS);
      await mend?.();
      await wait(SAVE_MS);
    });
    const { save, page } = watched.longestGaps();
    await cluster.untilWhole();
    const counts = await countSaves(at(host), saves);
    print(
      columns(
        name,
        counts.acknowledged,
        counts.stored,
        counts.lost,
        counts.doubled,
        save.toFixed(1),
        page.toFixed(1),
      ),
    );
    print(`  failed and sent again: ${tally.failed().join(', ') || 'none'}`);
    faults.push(...tally.faults.map((fault) => `${name}: ${fault}`));
    if (counts.lost + counts.doubled > 0) faults.push(`${name}: lost or doubled`);
    if (save > SAVED_WITHIN_S) faults.push(`${name}: nothing was saved for ${save} s`);
    if (page > OPENED_WITHIN_S) faults.push(`${name}: no page opened for ${page} s`);
  }

  const leader = () => cluster.leader() ?? 1;
  let cut = leader();
  await during('the database that leads is killed', () =>
    machines.killService(leader(), `postgres-${leader()}`),
  );
  await during('a member of etcd is killed', () => machines.killService(2, 'etcd-2'));
  await during('a gateway is killed', () => machines.killService(1, 'gateway'));
  await during('an API is killed', () => machines.killService(2, 'api'));
  await during(
    'the machine whose database leads loses power',
    () => {
      cut = leader();
      machines.cutPower(cut);
    },
    async () => {
      machines.powerOn(cut);
      await machines.untilUp();
    },
  );
  await during(
    'the machine whose database leads loses its network',
    () => {
      cut = leader();
      machines.cutNetwork(cut);
    },
    () => machines.mendNetwork(cut),
  );
  await during('a planned switchover', () => cluster.switchOver());
  await during('every service replaced by another version', async () => {
    cluster.deploy({ VERSION: '2' });
    await cluster.untilSettled();
  });

  cluster.onLeader(['back-up.sh', 'full']);
  const kept = await saveDuring(savers, () => wait(SAVE_MS));
  const psql = ['psql', '--username=postgres', '--host=/tmp', '--tuples-only', '--no-align', '--command'];
  const moment = cluster.onLeader([...psql, 'select clock_timestamp()']);
  await wait(1_000);
  const later = await saveDuring(savers, () => wait(SAVE_MS));
  cluster.onLeader([...psql, 'select pg_switch_wal()']);
  await timed(`restored to a moment: ${kept.length} saves before it, ${later.length} after`, async () => {
    cluster.removeService('api');
    cluster.deploy({ VERSION: '2', GENERATION: '2', RESTORE_TO: moment });
    await cluster.untilSettled();
    await cluster.untilWhole();
    const before = await countSaves(at(host), kept);
    const after = await countSaves(at(host), later);
    print(columns('  before it', before.acknowledged, before.stored, before.lost, before.doubled));
    print(columns('  after it', after.acknowledged, after.stored, '', ''));
    if (before.lost + before.doubled > 0) faults.push('The restore lost what was saved before its moment.');
    if (after.stored > 0) faults.push('The restore has what was saved after its moment.');
  });

  const api = machines.numbers.flatMap((machine) => machines.serviceOn(machine, 'api') ?? [])[0];
  const [on = 1] = machines.numbers.filter((machine) => machines.serviceOn(machine, 'api') === api);
  print(machines.run(on, ['docker', 'exec', api ?? '', 'sh', '-c', 'node api/src/cli/verify-audit.ts']));
  await watched.stop();
  await address.close();
}

function readSecrets() {
  return { databaseUrl: execFileSync('cat', [join(secrets, 'database-url')], { encoding: 'utf8' }).trim() };
}
