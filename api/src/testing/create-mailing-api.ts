import { setTimeout as wait } from 'node:timers/promises';
import { TestClock } from 'pg-boss';
import { jobHandlers, sendMissedNotices } from '../domain/core/mail/module-jobs.ts';
import { modules } from '../modules.ts';
import { createJobQueue } from '../platform/jobs/job-queue.ts';
import { countingMailer } from '../platform/mail/mailer.ts';
import { createSmtpMailer } from '../platform/mail/smtp-mailer.ts';
import type { PushOutcome, PushTarget } from '../platform/push/push-sender.ts';
import { ACCOUNT, ALLOCATION, adverseEventPath, warningSignPath } from '../staff-site/page/navigation.ts';
import { createTestApi, type TestApiOptions } from './create-test-api.ts';
import { startMailServer } from './start-mail-server.ts';

const MAIL_FROM = 'Stepwise <trial@example.org>';
/** Longer than a queue waits between two looks, and than the first tries are apart. */
const LOOK_MS = 60_000;

/** A job sends a message meanwhile; to look without a pause takes as much of the machine as the job. */
const LOOK_AGAIN_MS = 5;

/** The API with its jobs at work and a real mail server, all on one clock that the test moves. */
export async function createMailingApi({ config, ...options }: TestApiOptions = {}) {
  const mail = await startMailServer();
  const jobClock = new TestClock('2026-03-10T01:00:00Z');
  const api = await createTestApi({
    ...options,
    jobClock,
    config: { ...config, mail: { url: mail.url, from: MAIL_FROM } },
  });
  const mailer = countingMailer(createSmtpMailer(mail.url, MAIL_FROM), api.metrics);
  const warningSignUrl = (id: string) => api.origin + warningSignPath(id);
  const adverseEventUrl = (id: string) => api.origin + adverseEventPath(id);
  const staffAccountUrl = api.origin + ACCOUNT;
  const allocationUrl = api.origin + ALLOCATION;
  /** What the push services got, and what they answer. */
  const pushed: { endpoint: string; payload: string }[] = [];
  const push = {
    outcome: 'sent' as PushOutcome,
    async send({ endpoint }: PushTarget, payload: string) {
      pushed.push({ endpoint, payload });
      return push.outcome;
    },
  };
  const mailing = {
    mailer,
    push,
    publicUrl: api.origin,
    warningSignUrl,
    adverseEventUrl,
    staffAccountUrl,
    allocationUrl,
  };
  api.sendWith(mailing);
  const handlers = jobHandlers(modules, api.operation, mailing);
  await api.jobs.work(handlers);
  return Object.assign(api, {
    mail,
    mailing,
    push,
    pushed,
    /** Looks for missed notices, as the server does each minute. */
    sendMissedNotices: () => sendMissedNotices(modules, api.operation(), mailing),
    /** Moves the clock, then runs the queue. */
    async pass(ms: number): Promise<void> {
      api.clock.advance(ms + LOOK_MS);
      await jobClock.setTime(api.clock.now().getTime() - LOOK_MS);
      await jobClock.tick(LOOK_MS);
    },
    /** Another process that does the same jobs. Returns what stops it. */
    async startReplica(): Promise<() => Promise<void>> {
      const jobs = createJobQueue({
        databaseUrl: api.databaseUrl,
        names: api.jobs.names,
        log: api.log,
        clock: jobClock,
      });
      await jobs.work(handlers);
      return jobs.stop;
    },
    /** Waits until every job that is due was tried, and returns how many wait to be tried again. */
    async untilJobsTried(): Promise<number> {
      for (;;) {
        const jobs = await api.query(
          `select state, start_after <= $1 as due from pgboss.job where state in ('created', 'active', 'retry')`,
          [api.clock.now()],
        );
        const isAtWork = jobs.some(({ state, due }) => state === 'active' || (state === 'created' && due));
        if (!isAtWork) return jobs.filter(({ state }) => state === 'retry').length;
        await wait(LOOK_AGAIN_MS);
      }
    },
  });
}
