import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from 'pino';
import { describeError } from '../errors/describe-error.ts';
import { query } from './query.ts';

const HOUR_MS = 3_600_000;
/** So that the page for log-in can say why the team's session ended. */
const ENDED_STAFF_SESSIONS_KEPT_MS = 24 * HOUR_MS;
/** A save made without a network is repeated at most this late; a day's check-up may arrive after 60 days. */
const REPLIES_KEPT_MS = 90 * 24 * HOUR_MS;
/** A mail server may be down for a night. */
const INVITATION_LATE_MS = 24 * HOUR_MS;
const NOTICE_LATE_MS = 7 * 24 * HOUR_MS;
const REMINDER_LATE_MS = 7 * 24 * HOUR_MS;
/** Releases are judged by what happened lately; an old one is long replaced. */
const RELEASE_REPORTS_KEPT_MS = 30 * 24 * HOUR_MS;
/** A page that is open is written down again within a minute. */
const OPEN_PAGES_KEPT_MS = HOUR_MS / 4;
const MESSAGES_KEPT_MS = 7 * 24 * HOUR_MS;

/** Removes what has run out: sessions, rate limits, links, messages, reports of releases, pages that were open, and answers that no repeat will ask for any more. */
export async function cleanUp(orm: MikroORM, now: Date): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    // One replica is enough; the others go on without waiting.
    const [lock] = await em.execute<{ taken: boolean }[]>(
      'select pg_try_advisory_xact_lock(724003) as taken',
    );
    if (!lock?.taken) return;
    const ago = (ms: number) => new Date(now.getTime() - ms);
    const db = query(em);
    await db
      .deleteFrom('session')
      .where('expires_at', '<=', now)
      .where(({ eb, or }) =>
        or([eb('staff_id', 'is', null), eb('expires_at', '<=', ago(ENDED_STAFF_SESSIONS_KEPT_MS))]),
      )
      .execute();
    await db.deleteFrom('device').where('expires_at', '<=', now).execute();
    await db.deleteFrom('rate_limit').where('expire', '<=', now.getTime()).execute();
    await db.deleteFrom('password_reset_token').where('expires_at', '<=', now).execute();
    // What could not be sent for so long is of no use any more, and the address goes.
    await db
      .deleteFrom('password_reset_request')
      .where('requested_at', '<=', ago(HOUR_MS))
      .where(({ eb, or }) =>
        or([eb('staff_id', 'is', null), eb('requested_at', '<=', ago(INVITATION_LATE_MS))]),
      )
      .execute();
    await db.deleteFrom('email_change_notice').where('changed_at', '<=', ago(NOTICE_LATE_MS)).execute();
    await db.deleteFrom('month_reminder').where('due_at', '<=', ago(REMINDER_LATE_MS)).execute();
    await db.deleteFrom('kept_message').where('kept_at', '<=', ago(MESSAGES_KEPT_MS)).execute();
    await db.deleteFrom('release_report').where('reported_at', '<=', ago(RELEASE_REPORTS_KEPT_MS)).execute();
    await db.deleteFrom('open_page').where('seen_at', '<=', ago(OPEN_PAGES_KEPT_MS)).execute();
    await db
      .deleteFrom('release_use')
      .where('day', '<=', ago(RELEASE_REPORTS_KEPT_MS).toISOString().slice(0, 10))
      .execute();
    await db.deleteFrom('canary_session').where('at', '<=', ago(RELEASE_REPORTS_KEPT_MS)).execute();
    await db.deleteFrom('idempotent_reply').where('replied_at', '<=', ago(REPLIES_KEPT_MS)).execute();
  });
}

/** Cleans up now and every hour. Returns what ends that. A time that fails is made up for at the next. */
export function cleanUpHourly(orm: MikroORM, now: () => Date, log: Logger): () => void {
  const run = () =>
    cleanUp(orm, now()).catch((error) => log.warn(describeError(error), 'the clean-up did not run'));
  void run();
  const timer = setInterval(run, HOUR_MS);
  return () => clearInterval(timer);
}
