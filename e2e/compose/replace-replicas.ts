import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import type { Client } from '@stepwise/shared-contracts/client/client';
import { compose, containersOf } from '../support/compose.ts';
import { clientOf, signedUp } from '../support/participants.ts';

const AT_ONCE = 4;
const PAUSE_MS = 5;

/**
 * Replaces every replica by one of a newly built image, as docs/operations.md says, under load. No
 * request may fail. Returns the number of requests.
 */
export async function replaceReplicas(page: Page, url: string, folder: string): Promise<number> {
  await signedUp(page, url);
  const before = containersOf('api');
  appendFileSync(`${folder}/api/src/main.ts`, '\n');
  compose('build', 'api');

  const load = startLoad(url, clientOf(page, url));
  const code = await new Promise((done) =>
    spawn('api/deploy/replace-api.sh', { stdio: 'inherit' }).once('exit', done),
  );
  const { asked, failed } = await load.stop();
  assert.equal(code, 0, 'the replicas were replaced');
  assert.deepEqual(failed, [], `none of ${asked} requests failed`);

  const after = containersOf('api');
  assert.equal(after.length, before.length, 'there are as many replicas as before');
  assert(!after.some((id) => before.includes(id)), 'each of them is new');
  const images = execFileSync('docker', ['inspect', '-f', '{{.Image}}', ...after], { encoding: 'utf8' });
  assert.equal(new Set(images.trim().split('\n')).size, 1, 'all of the same image');
  return asked;
}

/** Several clients that open the first page and one that saves, each again after the last answer. */
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
    await answer.text();
    if (!answer.ok) throw new Error(String(answer.status));
  };
  const save = (count: number) => client.send(saveDoctor, { name: `Dr ${count}`, phone: '', email: '' });
  const running = [...Array.from({ length: AT_ONCE }, () => repeat('page', open)), repeat('save', save)];
  return {
    async stop() {
      isOver = true;
      await Promise.all(running);
      return { asked, failed };
    },
  };
}
