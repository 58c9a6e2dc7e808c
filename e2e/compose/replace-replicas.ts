import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import type { Client } from '@stepwise/shared-contracts/client/client';
import { compose, containersOf, kill, untilReady } from '../support/compose.ts';
import { clientOf, signedUp } from '../support/participants.ts';
import { SCHEMA_CHANGE } from '../support/schema-change.ts';

const AT_ONCE = 4;
/** Seven clients together stay below the 200 requests a second that the gateway takes from one network. */
const PAUSE_MS = 40;
const LOAD_MS = 2_000;

/**
 * Replaces every replica by one of a version that changes the schema, as docs/operations.md says, under load. No request
 * may fail, and no save may be lost. Returns the number of requests.
 */
export async function replaceReplicas(page: Page, url: string, folder: string): Promise<number> {
  await signedUp(page, url);
  const before = containersOf('api');
  writeFileSync(join(folder, SCHEMA_CHANGE.file), SCHEMA_CHANGE.source);
  compose('build', 'api');

  const client = clientOf(page, url);
  const load = startLoad(url, client);
  const code = await new Promise((done) =>
    spawn('api/deploy/replace-api.sh', { stdio: 'inherit' }).once('exit', done),
  );
  const { asked, failed, saved } = await load.stop();
  assert.equal(code, 0, 'the replicas were replaced');
  assert.deepEqual(failed, [], `none of ${asked} requests failed`);
  const { body } = await client.send(allData, undefined);
  assert.equal(body.doctor.name, saved, 'what was saved last is there');
  const psql = ['psql', '-U', 'postgres', '-d', 'stepwise', '-Atc', SCHEMA_CHANGE.query];
  assert.equal(+compose('exec', '-T', 'postgres', ...psql), SCHEMA_CHANGE.tables, 'the schema changed');

  const after = containersOf('api');
  assert.equal(after.length, before.length, 'there are as many replicas as before');
  assert(!after.some((id) => before.includes(id)), 'each of them is new');
  const images = execFileSync('docker', ['inspect', '-f', '{{.Image}}', ...after], { encoding: 'utf8' });
  assert.equal(new Set(images.trim().split('\n')).size, 1, 'all of the same image');
  return asked;
}

/**
 * Kills one replica after another under load, each started again before the next. The gateway sends on to the other what
 * may be sent twice, so no request may fail. Returns the number of requests.
 */
export async function killReplicas(page: Page, url: string): Promise<number> {
  await signedUp(page, url);
  const load = startLoad(url, clientOf(page, url));
  for (const replica of containersOf('api')) {
    await wait(LOAD_MS);
    kill(replica);
    await wait(LOAD_MS);
    execFileSync('docker', ['start', replica], { stdio: 'ignore' });
    await untilHealthy(replica);
  }
  await untilReady(url);
  const { asked, failed } = await load.stop();
  assert.deepEqual(failed, [], `none of ${asked} requests failed`);
  return asked;
}

async function untilHealthy(container: string): Promise<void> {
  const health = () =>
    execFileSync('docker', ['inspect', '-f', '{{.State.Health.Status}}', container], { encoding: 'utf8' });
  for (let tries = 0; health().trim() !== 'healthy'; tries += 1) {
    assert(tries < 120, `${container} is not healthy`);
    await wait(500);
  }
}

/** Several clients that open the first page, and one that reads and saves, each again after the last answer. */
function startLoad(url: string, client: Client) {
  let isOver = false;
  let asked = 0;
  const failed: string[] = [];
  const repeat = async (what: string, ask: (count: number) => Promise<unknown>): Promise<void> => {
    while (!isOver) {
      asked += 1;
      await ask(asked).catch((error) => failed.push(`${what}: ${error}`));
      await wait(PAUSE_MS);
    }
  };
  const open = async (): Promise<void> => {
    const answer = await fetch(url);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 500)}`);
  };
  let saved = '';
  const save = async (count: number): Promise<void> => {
    const name = `Dr ${count}`;
    await client.send(saveDoctor, { name, phone: '', email: '' }, { idempotencyKey: randomUUID() });
    saved = name;
  };
  const running = [
    ...Array.from({ length: AT_ONCE }, () => repeat('page', open)),
    repeat('save', save),
    repeat('log-in check', () => client.send(loginCheck, undefined)),
    repeat('all data', () => client.send(allData, undefined)),
  ];
  return {
    async stop() {
      isOver = true;
      await Promise.all(running);
      return { asked, failed, saved };
    },
  };
}
