/** `npm run test:abuse`: what one attacker costs another person, by each call and page (docs/development.md). */
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { MikroORM } from '@mikro-orm/postgresql';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import pg from 'pg';
import { loadContent } from '../../domain/core/content/load-content.ts';
import { entities } from '../../modules.ts';
import { readConfig } from '../../platform/config/config.ts';
import { withDatabase } from '../../platform/database/with-database.ts';
import { buildParticipant, PASSWORD } from '../build-participant.ts';
import { createVisitor } from '../create-visitor.ts';
import { createApiProcess } from '../faults/api-process.ts';
import { openWorkplace } from '../faults/workplace.ts';
import { logInStaff } from '../staff-browser.ts';
import { validBodies } from '../valid-bodies.ts';
import { type AbuseTarget, type Attacker, abuseTargets } from './abuse-targets.ts';
import { useUntil } from './victim.ts';

const CONNECTIONS = 16;
const QUIET_MS = 3_000;
/** The victim's median may be this many times the quiet one, or as long as this, whichever is more. */
const MAX_RATIO = 3;
const MAX_MEDIAN_MS = 50;
const MAX_MS = 1_000;

const { seconds, only } = parseArgs({
  options: { seconds: { type: 'string', default: '20' }, only: { type: 'string', default: '' } },
}).values;
const targets = abuseTargets().filter(({ name }) => name.includes(only));
const print = (...columns: (string | number)[]): void => {
  const [name = '', ...figures] = columns.map(String);
  const line = name.padEnd(44) + figures.map((figure) => figure.padStart(12)).join('');
  process.stdout.write(`${line}\n`);
};

const workplace = openWorkplace('abuse', { smallDisk: false });
const config = readConfig({ DATA_DIR: workplace.dataDir });
const content = loadContent(config.contentDir);
const server = createApiProcess(workplace, { build: readConfig({}).buildDir });
const faults: string[] = [];
try {
  await server.start();
  await withDatabase(config, entities, async (orm, databaseUrl) => {
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    const api = {
      orm,
      content,
      origin: server.origin(),
      clock: { now: () => new Date() },
      query: async (sql: string, parameters: unknown[] = []) => (await pool.query(sql, parameters)).rows,
    };
    const victim = (await logIn(orm)).visitor;
    const quiet = await useUntil(wait(QUIET_MS), victim);
    const mostMs = Math.max(MAX_RATIO * quiet.medianMs, MAX_MEDIAN_MS);
    print('', 'median ms', 'longest ms', 'attacks/s', 'answers');
    print('nobody attacks', round(quiet.medianMs), round(quiet.longestMs), 0, '');
    for (const target of targets) {
      const attacker = await createAttacker(target, api);
      const bodies = await validBodies(api, attacker.participantId);
      const attack = attackFor(target, attacker, bodies);
      const measured = await useUntil(attack, victim);
      const statuses = await attack;
      const count = Object.values(statuses).reduce((sum, times) => sum + times, 0);
      const answers = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`);
      print(
        target.name,
        round(measured.medianMs),
        round(measured.longestMs),
        round(count / Number(seconds)),
        `   ${answers.join(', ')}`,
      );
      if (measured.medianMs > mostMs)
        faults.push(`${target.name}: median ${round(measured.medianMs)} ms of ${round(mostMs)}`);
      if (measured.longestMs > MAX_MS) faults.push(`${target.name}: longest ${round(measured.longestMs)} ms`);
      if (measured.failed.length > 0) faults.push(`${target.name}: the victim got ${measured.failed}`);
      const wrong = Object.keys(statuses).filter((status) => !/^[1-4]/.test(status));
      if (wrong.length > 0) faults.push(`${target.name}: the attacker got ${wrong}`);
    }
    await pool.end();
  });
  await server.end('SIGTERM');
} catch (error) {
  faults.push(`${(error as Error).stack}`);
} finally {
  await workplace.remove();
}
for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`);
process.exit(faults.length > 0 ? 1 : 0);

function round(ms: number): string {
  return ms.toFixed(0);
}

async function logIn(orm: MikroORM) {
  const { id, email } = await buildParticipant(orm, content, new Date(), {});
  const visitor = createVisitor(server.origin());
  await visitor.send(loginUser, { username: email ?? '', password: PASSWORD });
  return { visitor, id };
}

async function createAttacker({ by }: AbuseTarget, api: Parameters<typeof logInStaff>[0]): Promise<Attacker> {
  if (by === 'staff') {
    const { id } = await buildParticipant(api.orm, content, new Date(), {});
    const { cookies } = await logInStaff(api, 'researcher', 'manager');
    return { cookies, participantId: id };
  }
  const { visitor, id } = await logIn(api.orm);
  if (by === 'visitor') visitor.cookies.clear();
  return { cookies: visitor.cookies, participantId: id };
}

/** Resolves to how often each status was answered. */
async function attackFor(
  target: AbuseTarget,
  attacker: Attacker,
  bodies: Parameters<AbuseTarget['attack']>[1],
): Promise<Record<string, number>> {
  const { path, ...request } = target.attack(attacker, bodies);
  const worker = new Worker(new URL('./attacker.worker.ts', import.meta.url), {
    workerData: { ...request, url: server.origin() + path, connections: CONNECTIONS },
  });
  const statuses = new Promise<Record<string, number>>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await Promise.race([wait(Number(seconds) * 1000), statuses]);
  worker.postMessage('over');
  return statuses;
}
