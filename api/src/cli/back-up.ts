import { createServer } from 'node:http';
import { openBackUpFolder } from '../back-ups/back-up-folder.ts';
import { backUpMetrics } from '../back-ups/back-up-metrics.ts';
import { readBackUpSettings } from '../back-ups/settings.ts';
import { takeBackUp } from '../back-ups/take-back-up.ts';
import { findAuditFault, verifyBackUp } from '../back-ups/verify-back-up.ts';
import { type BackUpWork, workThrough } from '../back-ups/work-through.ts';
import { StartError } from '../platform/config/start-error.ts';
import { openLog } from '../platform/log/open-log.ts';

const USAGE = `Backs the database up (docs/operations.md):
  node api/src/cli/back-up.ts keep     goes on for ever: takes, expires and verifies back-ups when they are due
  node api/src/cli/back-up.ts take     takes one now, and prints its file
  node api/src/cli/back-up.ts verify   restores the newest now and verifies it; ends with 1 where it is not whole`;

const LOOK_EVERY_MS = 60_000;
/** What failed is not tried each minute: the log would hold nothing else. */
const AFTER_FAILURE_MS = 10 * 60_000;

try {
  const settings = readBackUpSettings(process.env);
  const folder = openBackUpFolder(settings.folder);
  const work: BackUpWork = {
    take: (now) => takeBackUp(settings, folder, now),
    verify: (file) => verifyBackUp(settings, folder, file),
    verifyAuditLog: () => findAuditFault(settings.databaseUrl),
  };
  const [command] = process.argv.slice(2);
  if (command === 'keep') keep();
  else if (command === 'take') process.stdout.write(`${await work.take(new Date())}\n`);
  else if (command === 'verify') await verifyNewest();
  else throw new StartError(USAGE);

  function keep(): void {
    const log = openLog('info');
    const metrics = backUpMetrics(folder);
    createServer(async (_request, response) => {
      response.setHeader('content-type', metrics.contentType);
      response.end(await metrics.metrics());
    }).listen(settings.port);
    const look = async (): Promise<void> => {
      let next = LOOK_EVERY_MS;
      try {
        for (const line of await workThrough(settings, folder, work, new Date())) log.info(line);
      } catch (error) {
        next = AFTER_FAILURE_MS;
        // What PostgreSQL's programs and gpg say names tables and files, and no row.
        for (const { message } of (error as AggregateError).errors) log.error(message);
      }
      setTimeout(look, next);
    };
    void look();
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
  }

  async function verifyNewest(): Promise<void> {
    const newest = folder.list().at(-1);
    if (!newest) throw new StartError('There is no back-up yet.');
    const fault = await work.verify(newest.file);
    folder.writeOutcome('restore', { at: new Date(), fault });
    process.stdout.write(
      `${newest.file} ${fault ? `is not whole: ${fault}` : 'is whole: every table has its rows, and the audit log verifies'}.\n`,
    );
    process.exitCode = fault ? 1 : 0;
  }
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
