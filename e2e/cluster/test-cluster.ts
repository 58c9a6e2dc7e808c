// In one file: the scenarios run one after another on one cluster and share its savers, tally and secrets.
/**
 * `npm run test:cluster`: the stack of docs/cluster.md on three machines, each a Docker engine in a container of this one.
 * People save while members of the database, machines, gateways and networks fail, while versions change, and around a
 * restore. Prints what was acknowledged, stored, lost and doubled, and how long nothing could be saved or opened.
 * `npm run test:cluster -- network switchover` runs only those whose names have one of the words.
 * Needs Docker. Addresses nothing but this machine.
 */
import { deepEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../api/src/platform/config/config.ts';
import { countSaves } from '../../api/src/testing/faults/count-saves.ts';
import { createSavingParticipants, saveDuring } from '../../api/src/testing/faults/save-stream.ts';
import { createTally } from '../../api/src/testing/faults/tally.ts';
import { compose } from '../support/compose.ts';
import { SCHEMA_CHANGE } from '../support/schema-change.ts';
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
/** A fault is over once saves have succeeded for this time. */
const STEADY_MS = 10_000;
const READY_TIMEOUT_MS = 300_000;
const TOKEN_TIMEOUT_MS = 60_000;
const END_TIMEOUT_MS = 45 * 60_000;
/** Goals in seconds. They depend on the machine, so they are shown and not asserted. */
const SAVE_TIMEOUT_S = 30;
const OPEN_TIMEOUT_S = 5;

const words = process.argv.slice(2);
const isChosen = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const columns = (name: string, ...figures: (string | number)[]): string =>
  [name.padEnd(54), ...figures.map((figure) => String(figure).padStart(15))].join('');
const beside = (seconds: number, goal: number): string =>
  `${seconds.toFixed(1)}${seconds > goal ? ' OVER' : ''} / ${goal}`;
const timed = async (name: string, work: () => unknown): Promise<void> => {
  const begun = Date.now();
  await work();
  print(`— ${name}: ${Math.round((Date.now() - begun) / 1000)} s`);
};

setTimeout(() => {
  print('This takes longer than 45 minutes and is cut off.');
  void machines.remove().finally(() => process.exit(1));
}, END_TIMEOUT_MS).unref();

const folder = mkdtempSync(join(tmpdir(), 'stepwise-cluster-'));
const secrets = join(folder, 'secrets');
const faults: string[] = [];
const machines = await openMachines();
try {
  await run();
} catch (error) {
  faults.push(`${(error as Error).stack}`);
} finally {
  if (process.env.KEEP_CLUSTER !== '1') await machines.remove();
  rmSync(folder, { recursive: true });
}
for (const fault of new Set(faults)) print(`FAULT: ${fault}`);
process.exit(faults.length > 0 ? 1 : 0);

/** Builds what the stack runs, as two versions alike but for a label and the API's schema, and gives the names. */
async function buildImages(): Promise<string[]> {
  process.chdir(CHECKOUT);
  Object.assign(process.env, {
    COMPOSE_PROJECT_NAME: PROJECT,
    COMPOSE_PROFILES: 'testing',
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
  await docker(['build', '--quiet', ...database]);
  const services = (await docker(['images', '--format', '{{.Repository}}'])).split('\n').flatMap((image) => {
    const service = image.match(new RegExp(`^${PROJECT}[_-](.+)$`))?.[1];
    return service ? [{ image, service }] : [];
  });
  for (const { image, service } of services) await docker(['tag', image, `stepwise-${service}:1`]);
  const names = [...services.map(({ service }) => service), 'database'].map(
    (service) => `stepwise-${service}`,
  );
  const migration = Buffer.from(SCHEMA_CHANGE.source).toString('base64');
  const migrate = `USER root\nRUN echo ${migration} | base64 -d > ${SCHEMA_CHANGE.file}\nUSER node\n`;
  for (const name of names) {
    const version = `FROM ${name}:1\nLABEL version=2\n${name === 'stepwise-api' ? migrate : ''}`;
    await docker(['build', '--quiet', '--tag', `${name}:2`, '-'], version);
  }
  return [...names.flatMap((name) => [`${name}:1`, `${name}:2`]), 'nginx:stable'];
}

async function run(): Promise<void> {
  execFileSync(join(CHECKOUT, 'api/deploy/make-secrets.sh'), [secrets], { stdio: 'ignore' });
  let images: string[] = [];
  await timed('images built', async () => {
    images = await buildImages();
  });
  await timed('three engines have them', async () => {
    await machines.untilUp();
    await machines.load(images);
    await machines.joinSwarm();
  });
  const hosts = machines.numbers.map(machines.address);
  const address = await openAddress(PORT, hosts, 8080);
  const cluster = await openCluster(machines, secrets, {
    PUBLIC_URL: URL_OF_ALL,
    SECURE_COOKIES: 'false',
    VERSION: '1',
  });
  await timed('the stack is deployed and ready', async () => {
    await cluster.deploy();
    for (const limit = Date.now() + READY_TIMEOUT_MS; ; await wait(1_000)) {
      const answer = await fetch(`${URL_OF_ALL}/readyz`, { headers: { connection: 'close' } }).catch(
        () => null,
      );
      if (answer?.ok) break;
      if (Date.now() > limit) throw new Error('The stack is not ready in time.');
    }
    await cluster.untilSettled();
    await cluster.untilWhole();
  });
  print('Three machines: three Docker engines in containers of this one.');

  const [host = ''] = hosts;
  const at = (machine: string) =>
    readConfig({ DATABASE_URL: readSecret('database-url').replace('@postgres:', `@${machine}:`) });
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

  print(columns('', 'acknowledged', 'stored', 'lost', 'doubled', 'no save / goal', 'no page / goal'));
  /** People save before, during and after, and counts. What breaks ends this scenario only. */
  async function during(name: string, fault: () => Promise<unknown>, repair?: () => Promise<unknown>) {
    if (!isChosen(name)) return;
    await countDuring(name, fault, repair).catch((error: Error) => {
      print(`${columns(name, 'broken')}\n  ${error.message}`);
      printFailed();
      faults.push(`${name}: ${error.stack}`, ...tally.faults.map((fault) => `${name}: ${fault}`));
    });
  }
  const printFailed = () => print(`  failed and sent again: ${tally.failed().join(', ') || 'none'}`);
  async function countDuring(name: string, fault: () => Promise<unknown>, repair?: () => Promise<unknown>) {
    tally = createTally();
    watched.begin();
    let gaps = { save: 0, page: 0 };
    const saves = await saveDuring(savers, async () => {
      await wait(SAVE_MS);
      try {
        await fault();
        await watched.untilSavedFor(STEADY_MS);
      } finally {
        await repair?.();
      }
      await wait(SAVE_MS);
      gaps = watched.longestGaps();
    });
    await cluster.untilWhole();
    await machines.untilRejoined();
    const counts = await countSaves(at(host), saves);
    print(
      columns(
        name,
        counts.acknowledged,
        counts.stored,
        counts.lost,
        counts.doubled,
        beside(gaps.save, SAVE_TIMEOUT_S),
        beside(gaps.page, OPEN_TIMEOUT_S),
      ),
    );
    printFailed();
    faults.push(...tally.faults.map((fault) => `${name}: ${fault}`));
    if (counts.lost + counts.doubled > 0) faults.push(`${name}: lost or doubled`);
  }

  const psql = [
    'psql',
    '--username=postgres',
    '--host=/tmp',
    '--dbname=stepwise',
    '--tuples-only',
    '--no-align',
    '--command',
  ];
  const query = (sql: string) => cluster.onLeader([...psql, sql]);
  const leader = async () => (await cluster.leader()) ?? 1;
  let cut = await leader();
  await during('the leader of the database is killed', () => machines.killService(cut, `postgres-${cut}`));
  await during('a member of etcd is killed', () => machines.killService(2, 'etcd-2'));
  await during('a gateway is killed', () => machines.killService(1, 'gateway'));
  await during('an API is killed', () => machines.killService(2, 'api'));
  await during(
    'the machine of the leader loses power',
    async () => {
      cut = await leader();
      await machines.cutPower(cut);
    },
    async () => {
      await machines.powerOn(cut);
      await machines.untilUp();
    },
  );
  await during(
    'the machine of the leader loses its network',
    async () => {
      cut = await leader();
      await machines.cutNetwork(cut);
    },
    () => machines.repairNetwork(cut),
  );
  await during(
    'the machine of the synchronous standby loses its network',
    async () => {
      cut = (await cluster.standby()) ?? 1;
      await cluster.letLeadEtcd(cut);
      await machines.cutNetwork(cut);
    },
    () => machines.repairNetwork(cut),
  );
  await during('a planned switchover', () => cluster.switchOver());
  await during('a version with another schema replaces gateways, APIs, renderers', async () => {
    await cluster.deploy({ VERSION: '2' });
    await cluster.untilSettled();
    const changed = await query(SCHEMA_CHANGE.query);
    if (+changed !== SCHEMA_CHANGE.tables) throw new Error(`${changed} tables have changed.`);
  });
  await during('etcd and the database replaced by another version', () =>
    cluster.replaceMembers({ DATABASE_VERSION: '2' }),
  );

  await during('new secrets', async () => {
    const [session, tokens] = [readSecret('session-secret'), readSecret('release-tokens')];
    const oldToken = readSecret('release-token-mf-plan');
    const [made = '', password = '', token = ''] = [0, 1, 2].map(() => randomBytes(32).toString('hex'));
    const line = `mf-plan ${createHash('sha256').update(token).digest('hex')}`;
    const { privateKey } = generateKeyPairSync('ed25519');

    await query(`create role stepwise_app_2 login password '${made}' in role stepwise_app`);
    await query('alter role stepwise_app_2 set role to stepwise_app');
    for (const role of ['postgres', 'replicator']) await query(`alter role ${role} password '${password}'`);
    const ofMembers = {
      'database-url': readSecret('database-url').replace(/stepwise_app:\w+@/, `stepwise_app_2:${made}@`),
      'database-superuser-password': password,
      'database-replication-password': password,
    };
    for (const [name, text] of Object.entries(ofMembers)) await cluster.changeSecret(name, text);
    await cluster.replaceMembers({
      DATABASE_URL_VERSION: '2',
      DATABASE_SUPERUSER_PASSWORD_VERSION: '2',
      DATABASE_REPLICATION_PASSWORD_VERSION: '2',
    });
    const members = await cluster.members();

    await cluster.changeSecret('session-secret', `${session}\n${made}\n`);
    await cluster.changeSecret('release-tokens', `${tokens}\n${line}\n`);
    await cluster.changeSecret(
      'audit-signing-key',
      String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    );
    await cluster.deploy({
      SESSION_SECRET_VERSION: '2',
      RELEASE_TOKENS_VERSION: '2',
      AUDIT_SIGNING_KEY_VERSION: '2',
    });
    await cluster.untilSettled();
    await expectToken(oldToken, 200);
    await expectToken(token, 200);

    await cluster.changeSecret('session-secret', `${made}\n${session}\n`);
    await cluster.changeSecret('release-token-mf-plan', token);
    await cluster.changeSecret('release-tokens', `${tokens.replace(/^mf-plan .*$/m, '')}\n${line}\n`);
    await cluster.deploy({
      SESSION_SECRET_VERSION: '3',
      RELEASE_TOKEN_MF_PLAN_VERSION: '2',
      RELEASE_TOKENS_VERSION: '3',
    });
    await cluster.untilSettled();
    await expectToken(oldToken, 401);
    await expectToken(token, 200);
    await query('alter role stepwise_app nologin');
    deepEqual(await cluster.members(), members, 'A deployment after replace-members.sh replaced members.');
    const loggedOut = tally.failed().filter((outcome) => outcome.startsWith('401'));
    if (loggedOut.length > 0) faults.push(`New secrets logged people out: ${loggedOut}`);
  });

  if (isChosen('restored to a moment')) await restoreToMoment();

  // What broke may still be recovering.
  await cluster.untilWhole();
  const api = await machines.serviceOn(1, 'api');
  if (!api) throw new Error('No API runs on machine 1.');
  print(await machines.run(1, ['docker', 'exec', api, 'node', 'api/src/cli/verify-audit.ts']));
  await watched.stop();
  await address.close();

  async function restoreToMoment(): Promise<void> {
    await cluster.onLeader(['back-up.sh', 'full']);
    const kept = await saveDuring(savers, () => wait(SAVE_MS));
    const moment = await query('select clock_timestamp()');
    await wait(1_000);
    const later = await saveDuring(savers, () => wait(SAVE_MS));
    await query('select pg_switch_wal()');
    await timed(`restored to a moment: ${kept.length} saves before it, ${later.length} after`, async () => {
      await cluster.removeService('api');
      await cluster.deploy({ GENERATION: '2', RESTORE_TO: moment });
      await cluster.untilSettled();
      await cluster.untilWhole();
      const before = await countSaves(at(host), kept);
      const after = await countSaves(at(host), later);
      print(columns('  before it', before.acknowledged, before.stored, before.lost, before.doubled));
      print(columns('  after it', after.acknowledged, after.stored, '', ''));
      if (before.lost + before.doubled > 0) faults.push('The restore lost what was saved before its moment.');
      if (after.stored > 0) faults.push('The restore has what was saved after its moment.');
    });
  }
}

/** Asks again while the database is away after a change of its members, and until Swarm begins with what was ordered. */
async function expectToken(token: string, status: number): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  for (const limit = Date.now() + TOKEN_TIMEOUT_MS; ; await wait(1_000)) {
    const answer = await fetch(`${URL_OF_ALL}/api/releases/mf-plan/`, { headers });
    if (answer.status === status) return;
    if (Date.now() > limit) throw new Error(`A token's answer is ${answer.status}, not ${status}.`);
  }
}

function readSecret(name: string): string {
  return readFileSync(join(secrets, name), 'utf8').trim();
}
