/**
 * `npm run demo`: the product with a trial of 200 people over 24 months, in a database of its own (DATA_DIR, or
 * `.stepwise/demo`). The trial is made once a day, relative to today, and kept until then.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { parseDocument } from 'yaml';
import { makeTrial } from '../demonstration/trial/make-trial.ts';
import { TRIAL_DAYS } from '../demonstration/trial/simulated-person.ts';
import { type Content, loadContent } from '../domain/core/content/load-content.ts';
import { entities, modules } from '../modules.ts';
import { readConfig } from '../platform/config/config.ts';
import { readLocalSecrets } from '../platform/config/local-secrets.ts';
import { StartError } from '../platform/config/start-error.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { openDatabase } from '../platform/database/open-database.ts';

const PEOPLE = Number(process.env.DEMO_PEOPLE ?? 200);
const DAY_MS = 86_400_000;
/** Nothing that is made here has to outlive a power cut while it is made. */
const WHILE_MAKING = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

process.env.DATA_DIR ??= resolve(import.meta.dirname, '../../../.stepwise/demo');
try {
  await readyTrial(process.env.DATA_DIR);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
await import('../main.ts');

async function readyTrial(dataDir: string): Promise<void> {
  const { contentDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl) throw new StartError('The trial is made in a database of its own: unset DATABASE_URL.');
  const original = loadContent(contentDir);
  const ownContentDir = join(dataDir, 'content');
  process.env.CONTENT_DIR = ownContentDir;
  const file = join(dataDir, 'demo.json');
  const made = existsSync(file) && JSON.parse(readFileSync(file, 'utf8'));
  if (made && existsSync(ownContentDir) && made.content === original.version && Date.now() - made.at < DAY_MS)
    return;
  // Only what this command made is removed.
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0 && !existsSync(file))
    throw new StartError(`${dataDir} is not a folder of this command. Set DATA_DIR to another one.`);
  rmSync(dataDir, { recursive: true, force: true });
  process.stdout.write(`Making a trial of ${PEOPLE} people over 24 months …\n`);
  const { databasePassword, allocationSeed } = readLocalSecrets(dataDir);
  writeFileSync(file, '{}');
  const content = copyContent(contentDir, ownContentDir, original);
  const database = await startEmbeddedPostgres(join(dataDir, 'postgres'), databasePassword, {
    settings: WHILE_MAKING,
  });
  const orm = await openDatabase({ databaseUrl: database.url, ownerUrl: database.ownerUrl }, entities);
  await makeTrial(orm, database.ownerUrl, {
    ...{ content, modules, people: PEOPLE, now: new Date() },
    allocationSeed: process.env.ALLOCATION_SEED ?? allocationSeed,
  });
  await orm.close();
  await database.stop();
  writeFileSync(file, JSON.stringify({ at: Date.now(), content: original.version }));
}

/** The content with a recruitment plan of four years, of which this trial is the first two. */
function copyContent(from: string, to: string, { product }: Content): Content {
  cpSync(from, to, { recursive: true });
  if (product.recruitment) {
    const file = join(to, 'product.yaml');
    const text = parseDocument(readFileSync(file, 'utf8'));
    const today = localDate(new Date(), product.timeZone);
    text.setIn(['recruitment', 'target'], PEOPLE * 2);
    text.setIn(['recruitment', 'from'], addDays(today, -TRIAL_DAYS));
    text.setIn(['recruitment', 'until'], addDays(today, TRIAL_DAYS));
    writeFileSync(file, String(text));
  }
  return loadContent(to);
}
