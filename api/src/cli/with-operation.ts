import { pino } from 'pino';
import { loadContent } from '../domain/core/content/load-content.ts';
import { jobNames } from '../domain/core/mail/module-jobs.ts';
import { type Operation, systemOperation } from '../domain/core/operation/operation.ts';
import { entities, modules } from '../modules.ts';
import { readConfig } from '../platform/config/config.ts';
import { withDatabase } from '../platform/database/with-database.ts';
import { createJobQueue } from '../platform/jobs/job-queue.ts';

/** Runs a command of the command line as an operation of the operator, on the database of the settings. */
export async function withOperation<T>(work: (op: Operation) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const content = loadContent(config.contentDir);
  return withDatabase(config, entities, async (orm, databaseUrl) => {
    const jobs = createJobQueue({ databaseUrl, names: jobNames(modules), log: pino({ level: 'silent' }) });
    try {
      return await work(systemOperation({ db: orm.em.fork(), now: new Date(), content, jobs, modules }));
    } finally {
      await jobs.stop();
    }
  });
}
