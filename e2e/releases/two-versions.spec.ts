import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page, test } from '@playwright/test';
import { addActivity, addSymptom } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor, saveSupport } from '@stepwise/shared-contracts/calls/user.calls';
import { CHECKOUT } from '../support/checkout.ts';
import { databaseIn } from '../support/database.ts';
import { clientOf } from '../support/participants.ts';
import { checkOutPrevious, hasHistory } from '../support/previous-releases.ts';
import { startStack } from '../support/stack.ts';
import { dataOf, onTimeline } from '../support/timeline.ts';

const SAVES = 5;

/** What a participant sees again after a reload. */
async function seen(page: Page, url: string) {
  const { doctor, support, activities, symptoms } = await dataOf(page, url);
  const textsOf = (items: readonly { text: string }[]) => items.map(({ text }) => text);
  return { doctor, support, activities: textsOf(activities), symptoms: textsOf(symptoms) };
}

/** Every kind of save by one of the versions. */
async function save(page: Page, url: string, round: string): Promise<void> {
  const client = clientOf(page, url);
  const key = () => ({ idempotencyKey: randomUUID() });
  await dataOf(page, url);
  await client.send(saveSupport, { name: `Jo ${round}`, phone: '0491-570-156' }, key());
  await client.send(saveDoctor, { name: `Dr ${round}`, phone: '', email: '' }, key());
  await client.send(addActivity, { activity: { text: `Walk ${round}` } }, key());
  await client.send(addSymptom, { symptom: { text: `Ache ${round}`, category: 'active' } }, key());
}

test.skip(!hasHistory(), 'the previous version is only in the history');

test('the version before and this one save over the same database, on the schema of either', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'stepwise-versions-'));
  const source = await checkOutPrevious();
  const database = await databaseIn(folder);
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SESSION_SECRET: 'a secret of the two versions, of enough characters',
    ALLOCATION_SEED: 'the lists of the two versions, of enough characters',
  };
  const none = join(folder, 'no build');
  const before = await startStack(none, settings, source);
  try {
    // The old schema.
    await onTimeline(page, before.url);
    await save(page, before.url, 'before the migration');
    const saved = await seen(page, before.url);

    // This version migrates while the other one answers.
    const after = await startStack(none, settings);
    try {
      expect(await seen(page, after.url)).toEqual(saved);
      expect(await seen(page, before.url)).toEqual(saved);
      for (let round = 1; round <= SAVES; round += 1)
        for (const [version, { url }] of Object.entries({ before, after }))
          await save(page, url, `${version} ${round}`);
      expect(await seen(page, before.url)).toEqual(await seen(page, after.url));

      // A replica of the version before that starts again finds the new schema.
      await before.restart();
      await save(page, before.url, 'after the migration');
      const last = await seen(page, after.url);
      expect(last).toEqual(await seen(page, before.url));
      expect(last.activities).toHaveLength(saved.activities.length + 2 * SAVES + 1);
    } finally {
      await after.stop();
    }
    const { stdout } = await promisify(execFile)('node', ['api/src/cli/verify-audit.ts'], {
      cwd: CHECKOUT,
      env: { ...process.env, ...settings },
    });
    process.stdout.write(`  ${stdout}`);
  } finally {
    await before.stop();
    await database.stop();
    for (const each of [folder, source]) await rm(each, { recursive: true });
  }
});
