import type { JobHandlers, JobName } from '../../../platform/jobs/job-queue.ts';
import type { Operation } from '../operation/operation.ts';
import type { Mailing } from './mailing.ts';

type Job = (op: Operation, key: string, mailing: Mailing) => Promise<void>;
type MissedNotices = (op: Operation, mailing: Mailing) => Promise<void>;

interface WithJobs {
  jobs: Readonly<Record<string, Job>>;
  missedNotices: readonly MissedNotices[];
}

export const jobNames = (modules: readonly WithJobs[]): JobName[] =>
  modules.flatMap(({ jobs }) => Object.keys(jobs) as JobName[]);

/** What each job of the modules does; each run is an operation of its own. */
export const jobHandlers = (
  modules: readonly WithJobs[],
  begin: () => Operation,
  mailing: Mailing,
): JobHandlers =>
  Object.fromEntries(
    modules.flatMap(({ jobs }) =>
      Object.entries(jobs).map(([name, run]) => [name, (key: string) => run(begin(), key, mailing)]),
    ),
  ) as JobHandlers;

/** Sends the notices that saves left without a job. Where the mail server is down, the next look is soon. */
export async function sendMissedNotices(
  modules: readonly WithJobs[],
  op: Operation,
  mailing: Mailing,
): Promise<void> {
  for (const { missedNotices } of modules) for (const send of missedNotices) await send(op, mailing);
}
