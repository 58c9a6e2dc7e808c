import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { collectDefaultMetrics } from 'prom-client';
import { createApi } from './create-api.ts';
import { makeDemonstration } from './demonstration/make-demonstration.ts';
import { ensurePushKeys, findPushKeys } from './domain/care/reminders/push-keys.ts';
import { sendDailyReminders } from './domain/care/reminders/send-daily-reminders.job.ts';
import { sendStepMessages } from './domain/care/reminders/send-step-messages.job.ts';
import { findDisclosingTerm } from './domain/core/content/find-disclosing-term.ts';
import { type Content, ContentError, loadContent } from './domain/core/content/load-content.ts';
import { presentSite } from './domain/core/content/present-content.ts';
import { saveContentVersion } from './domain/core/content/save-content-version.ts';
import type { Mailing } from './domain/core/mail/mailing.ts';
import { jobHandlers, jobNames, sendMissedNotices } from './domain/core/mail/module-jobs.ts';
import { systemOperation } from './domain/core/operation/operation.ts';
import { declareAnalysis } from './domain/data/audit-log/declare-analysis.command.ts';
import { recordFailedAccess } from './domain/data/audit-log/failed-access.ts';
import { publishAuditHeads } from './domain/data/audit-log/publish-audit-heads.ts';
import { eraseWithdrawnValues, rewriteErased } from './domain/trial/consent/erase-nightly.ts';
import { appendErasures } from './domain/trial/consent/erased-ids.ts';
import { hasTrialEnded } from './domain/trial/follow-ups/find-follow-ups.ts';
import { sendFollowUpReminders } from './domain/trial/follow-ups/send-follow-up-reminders.job.ts';
import { checkAllocationSeed } from './domain/trial/randomisation/check-allocation-seed.ts';
import { followConfiguration } from './follow-configuration.ts';
import { entities, modules } from './modules.ts';
import { showsStoredMail } from './participant-api/account/demonstration-mail.page.ts';
import { rendererClient } from './participant-api/document/renderer-client.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { readLocalSecrets } from './platform/config/local-secrets.ts';
import { StartError } from './platform/config/start-error.ts';
import { cleanUp } from './platform/database/clean-up.ts';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres.ts';
import { watchSecondConnections } from './platform/database/one-connection.ts';
import { isAuditLogOwnedByAnother, openDatabase } from './platform/database/open-database.ts';
import { CONNECT_TIMEOUT_MS, DATABASE_KEEP_ALIVE } from './platform/database/orm.ts';
import { shareConnections } from './platform/database/share-connections.ts';
import { watchDatabase } from './platform/database/watch-database.ts';
import { describeError } from './platform/errors/describe-error.ts';
import { KEEP_ALIVE } from './platform/http/keep-alive.ts';
import { createRateLimits } from './platform/http/rate-limits.ts';
import { closeAfterAnswers, stopServer } from './platform/http/stop-server.ts';
import { createJobQueue } from './platform/jobs/job-queue.ts';
import { repeatUntil } from './platform/jobs/repeat-until.ts';
import { openLog } from './platform/log/open-log.ts';
import { addressOf, countingMailer, type Mailer } from './platform/mail/mailer.ts';
import { createStoringMailer } from './platform/mail/stored-mail.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { HOUR_MS, MINUTE_MS } from './platform/modules/durations.ts';
import { writeUnreachablePage } from './platform/pages/unreachable-page.ts';
import { createPushSender } from './platform/push/push-sender.ts';
import { addressesOf } from './platform/renderer/addresses-of.ts';
import { startRenderer } from './platform/renderer/start-renderer.ts';
import { importBuilt } from './release-api/import-built.ts';
import { importReleasesFolder } from './release-api/import-releases-folder.ts';
import { makeLocalToken, writeLocalTarget } from './release-api/local-target.ts';
import { openRegistryReader } from './release-api/registry-reader.ts';
import { releaseCache } from './release-api/release-cache.ts';
import { ACCOUNT, ALLOCATION, adverseEventPath, warningSignPath } from './staff-site/page/navigation.ts';
import { warnOfSettings } from './warn-of-settings.ts';

const FORCED_EXIT_MS = 10_000;
/** Started, never imported: it runs the code of releases. */
const RENDERER = join(import.meta.dirname, '../../shell/src/server/renderer.ts');

try {
  await start();
} catch (error) {
  endWith(error);
}

function endWith(error: unknown): never {
  const isForPeople = error instanceof StartError || error instanceof ContentError;
  process.stderr.write(`${isForPeople ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel);
  const content = loadContent(config.contentDir);
  checkReminderSender(config, content);
  if (config.gatewayPagesDir) await writeUnreachablePage(config.gatewayPagesDir, presentSite(content), log);
  const { promise: ready, resolve: serve } = Promise.withResolvers<RequestListener>();
  const server = createServer(KEEP_ALIVE, async (request, response) => (await ready)(request, response));
  closeAfterAnswers(server);
  // Before the database, so that a busy port is said at once and nothing else was touched.
  await listen(server, config.port, config.host);

  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, log);
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const ownerUrl = embedded?.ownerUrl ?? config.databaseOwnerUrl;
  const [sessionSecret = readLocalSecrets(config.dataDir).sessionSecret, ...earlierSecrets] =
    config.sessionSecrets ?? [];
  const allocationSeed = config.allocationSeed ?? readLocalSecrets(config.dataDir).allocationSeed;
  const metrics = createMetrics();
  collectDefaultMetrics({ register: metrics.registry });
  const watch = watchDatabase(databaseUrl);
  const orm = await openDatabase({ databaseUrl, ownerUrl }, entities, (pool) => {
    metrics.watchPool('orm', pool);
    watch.add(pool);
    watchSecondConnections(pool, (error) =>
      log.error(describeError(error), 'a transaction asked for a second connection'),
    );
    shareConnections(pool);
  });
  await checkAllocationSeed(orm.em.fork(), allocationSeed);
  const rateLimitPool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...DATABASE_KEEP_ALIVE,
  });
  // A connection that the database drops while idle would otherwise end the process; the next try opens another.
  rateLimitPool.on('error', () => log.warn('a connection for rate limits was dropped'));
  metrics.watchPool('rate limits', rateLimitPool);
  watch.add(rateLimitPool);
  const now = () => new Date();
  const em = () => orm.em.fork();
  await saveContentVersion(em(), content, now());
  await importReleasesFolder(em(), config.releasesDir, now());
  await importBuilt(em, config.buildDir, now());
  const registry = openRegistryReader({
    databaseUrl,
    em,
    log,
    onRead: (isReadable) => metrics.registryReadable.set(Number(isReadable)),
  });
  const releaseCacheDir = await mkdtemp(join(tmpdir(), 'stepwise-releases-'));
  const ownRenderer = embedded && !config.rendererUrl ? startRenderer(RENDERER, log) : null;
  const findRelease = releaseCache(releaseCacheDir, em);
  const rendererUrls = config.rendererUrl
    ? () => addressesOf(config.rendererUrl ?? '')
    : ownRenderer && (async () => [await ownRenderer.url()]);
  const renderer = rendererUrls && rendererClient(rendererUrls, findRelease);
  const stopping = new AbortController();
  const jobs = createJobQueue({
    databaseUrl,
    names: jobNames(modules),
    log,
    nightly: {
      timeZone: content.product.timeZone,
      async run() {
        const owner = ownerUrl ?? databaseUrl;
        await eraseWithdrawnValues(owner, now());
        const { inUse, tooLarge } = await rewriteErased(owner, modules, now());
        if (tooLarge.length > 0) log.warn({ tables: tooLarge }, 'tables are too large to be rewritten');
        if (inUse.length > 0) throw new Error(`In use: ${inUse.join(', ')}.`);
      },
    },
  });
  const mailingKnown = Promise.withResolvers<Mailing | null>();
  const localToken = embedded && makeLocalToken();
  const releaseTokens = [...config.releaseTokens, ...(localToken ? [localToken.known] : [])];
  const app = createApi({
    config: { ...config, releaseTokens },
    content,
    orm,
    log,
    now,
    rateLimits: createRateLimits({ pool: rateLimitPool, secret: sessionSecret, now }),
    sessionSecret,
    earlierSecrets,
    allocationSeed,
    jobs,
    mailing: mailingKnown.promise,
    metrics,
    readRegistry: registry.read,
    registryRevision: registry.revision,
    findRelease,
    renderer,
    isDatabaseHanging: watch.isHanging,
    stopping: stopping.signal,
  });
  const accounts = embedded && (await makeDemonstration(orm, content, now()));
  serve(app.callback());
  // Its processes are prepared beside requests, which do not wait for them.
  if (renderer) registry.follow(renderer.announce);
  const beginJob = () => systemOperation({ db: orm.em.fork(), now: now(), content, jobs, modules });
  await declareAnalysis(beginJob());
  await ensurePushKeys(em());
  await followConfiguration(beginJob, registry, config, log);
  const repeat = repeatUntil(stopping.signal, log);
  void repeat(HOUR_MS, () => cleanUp(orm, modules, now()), 'the clean-up did not run')();
  repeat(MINUTE_MS, () => recordFailedAccess(beginJob()), 'failed log-ins were not written down');

  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  if (localToken) {
    const { token, attestationKey } = localToken;
    await writeLocalTarget(config.dataDir, { url, token, attestationKey });
  }
  const sender = config.mail ? await openSmtp(config.mail) : createStoringMailer(em, now);
  const mailer = countingMailer(sender, metrics);
  const publicUrl = config.publicUrl ?? url;
  const warningSignUrl = (id: string) => publicUrl + warningSignPath(id);
  const adverseEventUrl = (id: string) => publicUrl + adverseEventPath(id);
  const staffAccountUrl = publicUrl + ACCOUNT;
  const allocationUrl = publicUrl + ALLOCATION;
  const push = createPushSender(() => findPushKeys(em()), pushSubject(config, publicUrl));
  const mailing = {
    mailer,
    push,
    publicUrl,
    warningSignUrl,
    adverseEventUrl,
    staffAccountUrl,
    allocationUrl,
  };
  mailingKnown.resolve(config.mail ? mailing : null);
  const linking = { ...mailing, linkSecret: sessionSecret };
  repeat(MINUTE_MS, () => sendMissedNotices(modules, beginJob(), mailing), 'a missed notice was not sent');
  repeat(
    MINUTE_MS,
    () => sendDailyReminders(beginJob(), mailing, hasTrialEnded),
    'a daily reminder was not sent',
  );
  repeat(
    MINUTE_MS,
    () => sendStepMessages(beginJob(), linking, hasTrialEnded),
    'a message about a step was not sent',
  );
  repeat(
    MINUTE_MS,
    () => sendFollowUpReminders(beginJob(), linking),
    'a reminder of a follow-up was not sent',
  );
  const { auditKey: key, auditHeadsFile: file, auditWitnesses: witnesses } = config;
  if (key) {
    const heads = { em, now, key, file, witnesses, mailer, productName: content.product.name };
    void repeat(HOUR_MS, () => publishAuditHeads(heads), 'heads of the audit log were not published')();
  }
  const { erasedIdsFile } = config;
  if (erasedIdsFile)
    void repeat(MINUTE_MS, () => appendErasures(em(), erasedIdsFile), 'erasures were not listed')();
  process.stdout.write(`${content.product.name} is ready at ${url}\n${accounts ?? ''}`);
  if (showsStoredMail(config))
    process.stdout.write(`Messages are stored at ${url}/account/demonstration-mail\n`);
  // After the lines for people, who see the address first.
  void warnOfSettings(config, () => isAuditLogOwnedByAnother(orm), log);

  const stop = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    // Whatever shares out the requests sees by /readyz that this replica is going, and asks the others.
    await wait(config.drainMs);
    setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref();
    await stopServer(server);
    await jobs.stop();
    await registry.close();
    await ownRenderer?.stop();
    await rm(releaseCacheDir, { recursive: true });
    await watch.stop();
    await rateLimitPool.end();
    await orm.close();
    await embedded?.stop();
    process.exit(0);
  };
  // npm passes Ctrl-C on to a process that the terminal has signalled already: the second signal must not cut the first short.
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);

  await jobs.work(jobHandlers(modules, beginJob, mailing));
}

/** Others see the address from which a reminder comes. Throws StartError. */
function checkReminderSender(
  { mail }: Config,
  { mail: { dailyReminder, stepMessages }, medicines, product }: Content,
): void {
  const word =
    (dailyReminder ?? stepMessages) &&
    mail &&
    findDisclosingTerm(addressOf(mail.from), { medicines, product });
  if (word)
    throw new StartError(
      `MAIL_FROM: the content sends reminders, and “${word}” in this address tells others what they are about.`,
    );
}

/** Whom a push service writes to about this server. */
function pushSubject({ mail }: Config, publicUrl: string): string {
  return mail ? `mailto:${addressOf(mail.from)}` : publicUrl;
}

/** Loaded here, since no request waits for mail when the server starts. */
async function openSmtp({ url, from }: NonNullable<Config['mail']>): Promise<Mailer> {
  const { createSmtpMailer } = await import('./platform/mail/smtp-mailer.ts');
  return createSmtpMailer(url, from);
}

function startEmbedded(dataDir: string, log: Logger) {
  const { databasePassword } = readLocalSecrets(dataDir);
  return startEmbeddedPostgres(`${dataDir}/postgres`, databasePassword, {
    api: {
      onRestart: () => log.warn('the embedded database ended and was started again'),
      onFailure: endWith,
    },
  });
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isBusy = error.code === 'EADDRINUSE';
      reject(
        isBusy
          ? new StartError(`Port ${port} is in use; stop what uses it, or set PORT to another one.`)
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
}
