import type { Content } from '../domain/core/content/load-content.ts';
import type { Mailing } from '../domain/core/mail/mailing.ts';
import type { Config } from '../platform/config/config.ts';
import type { RateLimits } from '../platform/http/rate-limits.ts';
import type { JobQueue } from '../platform/jobs/job-queue.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Module } from '../platform/modules/define-module.ts';
import type { ReadRegistry } from '../release-api/registry-reader.ts';

/** What the composition root hands to every route and page. */
export interface Services {
  config: Config;
  content: Content;
  now: () => Date;
  rateLimits: RateLimits;
  allocationSeed: string;
  jobs: JobQueue;
  /** For what no job may keep, once it is known: null where messages are stored rather than sent. */
  mailing: Promise<Pick<Mailing, 'mailer' | 'publicUrl'> | null>;
  modules: readonly Module[];
  readRegistry: ReadRegistry;
  /** The key of links that name an address, and of second factors' secrets. */
  linkSecret: string;
  /** Those before it. What they have signed or encrypted is still accepted. */
  earlierSecrets: readonly string[];
  metrics: Metrics;
}

/** Of the server, the one that signs first. */
export const acceptedSecrets = ({
  linkSecret,
  earlierSecrets,
}: Pick<Services, 'linkSecret' | 'earlierSecrets'>): readonly [string, ...string[]] => [
  linkSecret,
  ...earlierSecrets,
];
