import type pg from 'pg';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** In seconds: from an answer out of memory to one that people give up on. */
const DURATIONS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * What one replica counts, for Prometheus; docs/operations.md says what to watch. Labels come from closed sets only:
 * templates of routes, names of jobs, packages and their live versions. Nothing in them is a person's.
 */
export function createMetrics() {
  const registry = new Registry();
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge({ name: `stepwise_${name}`, help, labelNames, registers: [registry] });

  const pools = new Map<string, pg.Pool>();
  const connections = gauge('database_connections', 'Connections by pool and state.', ['pool', 'state']);
  const waiting = gauge('database_waiting', 'Requests that wait for a connection of the pool.', ['pool']);

  const mail = new Counter({
    name: 'stepwise_mail_total',
    help: 'Messages that the mail server took (sent), did not take for themselves (rejected) or for being away (failed).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // From 0, so that the first of a kind is an increase, and a server that never took one is seen.
  for (const outcome of ['sent', 'rejected', 'failed']) mail.inc({ outcome }, 0);

  const renders = new Counter({
    name: 'stepwise_renders_total',
    help: 'Pages asked of the renderer: sent with their markup (rendered), or without, which came late, whose release threw (threw), which no process was free for (busy), or no answer (failed).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  for (const outcome of ['rendered', 'late', 'threw', 'busy', 'failed']) renders.inc({ outcome }, 0);

  return {
    registry,
    requests: new Histogram({
      name: 'stepwise_http_request_duration_seconds',
      help: 'Requests that were answered, and how long they took.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATIONS_S,
      registers: [registry],
    }),
    serverErrors: new Counter({
      name: 'stepwise_server_errors_total',
      help: 'Requests that were answered with 5xx.',
      registers: [registry],
    }),
    mail,
    renders,
    failedAccess: new Counter({
      name: 'stepwise_failed_access_total',
      help: 'Failed log-ins, lock-outs and rejected rights, of accounts that exist (known) and that do not (unknown).',
      labelNames: ['type', 'account'],
      registers: [registry],
    }),
    databaseUp: gauge('database_up', '1 when the database answered this look, 0 when not.'),
    sessions: gauge('sessions', 'Sessions alive, by whose they are. Every replica reports the same.', ['of']),
    auditEvents: gauge('audit_events', 'Events of the audit log. Every replica reports the same.'),
    jobs: gauge('jobs', 'Jobs by name and state. Every replica reports the same.', ['job', 'state']),
    oldestJob: gauge('jobs_oldest_due_seconds', 'How long the job that is longest due has waited.'),
    registryReadable: gauge(
      'registry_readable',
      '1 when what is live could be read at the last look, 0 when people get what was live before.',
    ),
    releaseTraffic: gauge('release_traffic_percent', 'How many of the people get a release.', [
      'package',
      'version',
    ]),
    releaseFailures: gauge(
      'release_failed_sessions',
      'Browser sessions in which a release failed, as far back as reports are stored. Every replica reports the same.',
      ['package', 'version', 'outcome'],
    ),
    releaseFailuresRecent: gauge(
      'release_failed_sessions_recent',
      'Browser sessions in which a release failed within the last 30 minutes. Every replica reports the same.',
      ['package', 'version'],
    ),
    archiveFailing: gauge(
      'database_archive_failing',
      '1 where the database last failed to archive its write-ahead log, 0 where it last succeeded or has no archive.',
    ),
    content: gauge('content', '1 for the version of the content that is in use.', ['version']),
    watchPool(name: string, pool: pg.Pool): void {
      pools.set(name, pool);
    },
    readPools(): void {
      for (const [pool, { totalCount, idleCount, waitingCount }] of pools) {
        connections.set({ pool, state: 'used' }, totalCount - idleCount);
        connections.set({ pool, state: 'idle' }, idleCount);
        waiting.set({ pool }, waitingCount);
      }
    },
  };
}
