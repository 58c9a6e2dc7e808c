import type Router from '@koa/router';
import type { Content } from '../domain/core/content/load-content.ts';
import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';
import { notFound } from '../platform/errors/app-error.ts';
import { isLoopback } from '../platform/http/is-loopback.ts';
import { isProxied } from '../platform/http/is-proxied.ts';
import { countJobs } from '../platform/jobs/count-jobs.ts';
import { type JobQueue, NIGHTLY } from '../platform/jobs/job-queue.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { countReleaseReports } from '../release-api/count-release-reports.ts';
import type { ReadRegistry } from '../release-api/registry-reader.ts';

const RECENT_MS = 30 * 60_000;

interface MetricsSources {
  metrics: Metrics;
  jobs: JobQueue;
  em: () => EntityManager;
  readRegistry: ReadRegistry;
  content: Content;
  /** On a computer of one's own, whose network is not the server's. */
  loopbackOnly: boolean;
  now: () => Date;
}

/** `/metrics` in Prometheus' text format, for clients that reach the replica itself. Through a proxy there is no such page, nor beside an embedded database from other machines. */
export function metricsPage(router: Router, sources: MetricsSources): void {
  const { metrics, content, loopbackOnly } = sources;
  metrics.content.set({ version: content.version }, 1);
  router.get('/metrics', async (ctx) => {
    if (isProxied(ctx) || (loopbackOnly && !isLoopback(ctx.req.socket.remoteAddress))) throw notFound();
    metrics.readPools();
    await Promise.all([readDatabase(sources), readReleases(sources)]);
    ctx.set('cache-control', 'no-store');
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.registry.metrics();
  });
}

/** What only the database knows. While it is away these are missing, rather than old. */
async function readDatabase({ metrics, jobs: queue, em, now }: MetricsSources): Promise<void> {
  const { databaseUp, sessions, auditEvents, jobs, oldestJob, releaseFailures, releaseFailuresRecent } =
    metrics;
  for (const labelled of [sessions, jobs, releaseFailures, releaseFailuresRecent]) labelled.reset();
  for (const single of [auditEvents, oldestJob, metrics.archiveFailing]) single.remove();
  try {
    const counted = await countRows(em(), now());
    const { byState, oldestDueSeconds } = await countJobs(em(), [...queue.names, NIGHTLY], now());
    const reports = await countReleaseReports(em());
    const recent = await countReleaseReports(em(), new Date(now().getTime() - RECENT_MS));
    metrics.archiveFailing.set(Number(await isArchiveFailing(em())));
    databaseUp.set(1);
    sessions.set({ of: 'participants' }, counted.participants);
    sessions.set({ of: 'staff' }, counted.staff);
    sessions.set({ of: 'visitors' }, counted.visitors);
    auditEvents.set(counted.auditEvents);
    for (const { name, state, count } of byState) jobs.set({ job: name, state }, count);
    oldestJob.set(oldestDueSeconds);
    for (const { feature, version, outcome, sessions: count } of reports) {
      releaseFailures.set({ package: feature, version, outcome }, count);
      releaseFailuresRecent.inc({ package: feature, version }, 0);
    }
    for (const { feature, version, sessions: count } of recent)
      releaseFailuresRecent.inc({ package: feature, version }, count);
  } catch {
    databaseUp.set(0);
  }
}

async function isArchiveFailing(em: EntityManager): Promise<boolean> {
  const [{ failing } = { failing: false }] = await em.execute<{ failing: boolean }[]>(
    `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing
     from pg_stat_archiver`,
  );
  return failing;
}

const countRows = (em: EntityManager, now: Date) =>
  query(em)
    .selectFrom('session')
    .select(({ fn, selectFrom, lit }) => [
      fn.count<number>('participant_id').filterWhere('staff_id', 'is', null).as('participants'),
      fn.count<number>('staff_id').as('staff'),
      fn
        .countAll<number>()
        .filterWhere('participant_id', 'is', null)
        .filterWhere('staff_id', 'is', null)
        .as('visitors'),
      selectFrom('audit_event as e')
        .select(({ fn }) => fn.coalesce(fn.max('e.id'), lit(0)).as('last'))
        .$asScalar()
        .$notNull()
        .as('auditEvents'),
    ])
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();

async function readReleases({ metrics, readRegistry }: MetricsSources): Promise<void> {
  const registry = await readRegistry().catch(() => undefined);
  metrics.releaseTraffic.reset();
  // A canary may be the last good release as well.
  for (const [name, releases] of Object.entries(registry?.microFrontends ?? {}))
    for (const { metadata, deployment } of releases)
      metrics.releaseTraffic.inc({ package: name, version: metadata.version }, deployment?.traffic ?? 100);
}
