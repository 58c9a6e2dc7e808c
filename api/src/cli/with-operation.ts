import { pino } from 'pino';
import { loadContent } from '../domain/core/content/load-content.ts';
import { type Operation, systemOperation } from '../domain/core/operation/operation.ts';
import { entities } from '../entities.ts';
import { readConfig } from '../platform/config/config.ts';
import { withDatabase } from '../platform/database/with-database.ts';
import { createJobQueue } from '../platform/jobs/job-queue.ts';

/** Runs a command of the command line as an operation of the operator, on the database of the settings. */
export async function withOperation<T>(work: (op: Operation) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const content = loadContent(config.contentDir);
  return withDatabase(config, entities, async (orm, databaseUrl) => {
    const jobs = createJobQueue({ databaseUrl, log: pino({ level: 'silent' }) });
    try {
      return await work(systemOperation({ db: orm.em.fork(), now: new Date(), content, jobs }));
    } finally {
      await jobs.stop();
    }
  });
}
