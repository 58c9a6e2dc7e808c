/**
 * `npm run bench`: the figures of docs/speed.md on this machine, as ratios within one run. Starts servers of its own on
 * loopback with data of their own, and asserts nothing.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';
import { buildFolder } from '@stepwise/tooling/build/build-folder';
import { databaseIn } from '../support/database.ts';
import { findChromium } from '../support/find-chromium.ts';
import { buildPreviousReleases, hasHistory, previousBuild } from '../support/previous-releases.ts';
import { countStatements, measureThroughput, send } from './all-data.ts';
import { buildMonolith } from './build-monolith.ts';
import { measureBySize } from './by-size.ts';
import { fetchDocument, measureCoreTime, measureDocuments, measureWorkerMemory } from './documents.ts';
import { type Figure, median, ratio } from './measure.ts';
import { measureLoads } from './page-load.ts';
import { measurePaint } from './page-paint.ts';
import { setRecords } from './records.ts';
import { measureSaves } from './save-record.ts';
import { type Server, startServer } from './server.ts';
import { measureSlowPhone } from './slow-phone.ts';
import { measureFrames } from './timeline-frame.ts';
import { allDataOf, EMAIL, openTimeline } from './visitor.ts';
import { weighReleases } from './weight.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TWO_YEARS = 730;
const FEW_RECORDS = 60;
const STARTS = 3;

const work = mkdtempSync(join(tmpdir(), 'stepwise-bench-'));
const dataDir = join(work, 'data');
const statements = join(work, 'statements');
const running: Pick<Server, 'stop'>[] = [];
const start = async (command: string, args: string[], settings: Record<string, string>): Promise<Server> => {
  const server = await startServer(command, args, { cwd: ROOT, settings });
  running.push(server);
  return server;
};
const startApi = (settings: Record<string, string>, ...options: string[]) =>
  start('node', [...options, 'api/src/main.ts'], settings);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const browser = await chromium.launch(await findChromium());
const figures: Figure[] = await weighReleases(buildFolder(ROOT));
try {
  await buildMonolith(ROOT, buildFolder(ROOT), join(work, 'monolith'));
  // The first start makes the database and the demonstration accounts; those after it are the ones that count.
  await (
    await startServer('node', ['api/src/main.ts'], { cwd: ROOT, settings: { DATA_DIR: dataDir } })
  ).stop();
  const times: number[] = [];
  for (let round = 1; round < STARTS; round++) {
    const server = await startServer('npm', ['start'], { cwd: ROOT, settings: { DATA_DIR: dataDir } });
    times.push(server.startedIn);
    await server.stop();
  }
  const api = await start('npm', ['start'], { DATA_DIR: dataDir });
  times.push(api.startedIn);
  figures.push({
    what: '`npm start` of a built checkout to the first answer, to 2 s',
    measured: ratio(median(times) / 2000),
    allowed: '1',
  });
  const { url: databaseUrl, ownerUrl, stop } = await databaseIn(dataDir);
  running.push({ stop });
  const shared = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };

  await setRecords(ownerUrl, EMAIL, 0);
  const empty = await openTimeline(browser, api.url);
  const visitor = empty.context();

  const monolith = await startApi({
    DATA_DIR: join(work, 'monolith-data'),
    STEPWISE_BUILD: join(work, 'monolith'),
  });
  const cookies = await visitor.cookies();
  figures.push(...(await measureLoads(browser, { url: api.url, monolithUrl: monolith.url, cookies })));

  if (hasHistory()) {
    await buildPreviousReleases();
    // On data of its own: releases are rows.
    const before = await startApi({ DATA_DIR: join(work, 'before'), STEPWISE_BUILD: await previousBuild() });
    const earlier = await openTimeline(browser, before.url);
    const was = { url: before.url, cookies: await earlier.context().cookies() };
    figures.push(...(await measureSlowPhone(browser, { url: api.url, cookies }, was)));
  }

  const allData = await allDataOf(empty);
  const counting = await startApi(
    { ...shared, STATEMENTS_FILE: statements },
    `--import=${join(import.meta.dirname, 'count-statements.ts')}`,
  );
  const counted = { ...allData, url: allData.url.replace(api.url, counting.url) };
  const counts: number[] = [];
  for (const days of [FEW_RECORDS, 600]) {
    await setRecords(ownerUrl, EMAIL, days);
    counts.push(await countStatements(counted, statements));
  }
  figures.push({
    what: 'SQL statements of all-data with 60 and 600 records',
    measured: counts.join(' and '),
    allowed: 'equal',
  });

  const documentFile = join(work, 'document.html.gz');
  writeFileSync(documentFile, await fetchDocument(api));
  const bareDocument = await start('node', [join(import.meta.dirname, 'bare-document.ts')], {
    DOCUMENT: documentFile,
  });
  figures.push(...(await measureDocuments(api, bareDocument)));
  await setRecords(ownerUrl, EMAIL, FEW_RECORDS);
  const startPlain = (pages: string) =>
    start('node', [join(import.meta.dirname, 'plain-pages.ts')], { PAGES: pages });
  figures.push(...(await measurePaint(browser, { url: api.url, cookies }, work, startPlain)));
  figures.push(await measureCoreTime(api, allData.headers.cookie ?? '', FEW_RECORDS));
  figures.push(measureWorkerMemory(api));

  const participant = await setRecords(ownerUrl, EMAIL, TWO_YEARS);
  const full = await visitor.newPage();
  await full.goto('/');
  await full.getByRole('slider', { name: 'Day on the timeline' }).waitFor();
  figures.push(await measureFrames(full, empty));

  const answerFile = join(work, 'answer.json');
  writeFileSync(answerFile, await send(allData));
  const bare = await start('node', [join(import.meta.dirname, 'bare-server.ts')], {
    DATABASE_URL: databaseUrl,
    PARTICIPANT: participant,
    ANSWER_FILE: answerFile,
  });
  figures.push(await measureThroughput(allData, { url: bare.url, headers: {} }));

  const bareSave = await start('node', [join(import.meta.dirname, 'bare-save.ts')], {
    DATABASE_URL: databaseUrl,
  });
  figures.push(...(await measureSaves(api.url, bareSave.url, ownerUrl)));

  // The last, since everything else is slower with this number of people.
  figures.push(...(await measureBySize(browser, startApi, work)));
} finally {
  await browser.close();
  for (const one of running.reverse()) await one.stop();
  rmSync(work, { recursive: true, force: true });
  // Also what was measured before a failure.
  const width = Math.max(...figures.map(({ what }) => what.length));
  for (const { what, measured, allowed } of figures)
    process.stdout.write(`${what.padEnd(width)}  ${measured.padStart(16)}  ${allowed}\n`);
}
