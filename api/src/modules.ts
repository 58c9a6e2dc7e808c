import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { plan } from './domain/care/plan/module.ts';
import { reminders } from './domain/care/reminders/module.ts';
import { tracker } from './domain/care/tracker/module.ts';
import { warningSigns } from './domain/care/warning-signs/module.ts';
import { audit } from './domain/core/audit/module.ts';
import { content } from './domain/core/content/module.ts';
import { mail } from './domain/core/mail/module.ts';
import { auditLog } from './domain/data/audit-log/module.ts';
import { dataLocks } from './domain/data/data-locks/module.ts';
import { dataQueries } from './domain/data/data-queries/module.ts';
import { accountNotices } from './domain/people/account-notices/module.ts';
import { accounts } from './domain/people/accounts/module.ts';
import { addressConfirmation } from './domain/people/address-confirmation/module.ts';
import { participants } from './domain/people/participants/module.ts';
import { passkeys } from './domain/people/passkeys/module.ts';
import { sessions } from './domain/people/sessions/module.ts';
import { signatures } from './domain/people/signatures/module.ts';
import { staff } from './domain/people/staff/module.ts';
import { linkage } from './domain/reports/linkage/module.ts';
import { questionnaireResults } from './domain/reports/questionnaire-results/module.ts';
import { adverseEvents } from './domain/trial/adverse-events/module.ts';
import { baseline } from './domain/trial/baseline/module.ts';
import { closure } from './domain/trial/closure/module.ts';
import { consent } from './domain/trial/consent/module.ts';
import { corrections } from './domain/trial/corrections/module.ts';
import { followUps } from './domain/trial/follow-ups/module.ts';
import { randomisation } from './domain/trial/randomisation/module.ts';
import { survey } from './domain/trial/survey/module.ts';
import { repeatedCalls } from './participant-api/route/module.ts';
import type {} from './platform/database/query.ts';
import { rateLimitRows } from './platform/http/module.ts';
import type {} from './platform/jobs/job-queue.ts';
import { releases } from './release-api/module.ts';

/** The modules of the product. Erasure, retention, jobs and the ORM's tables follow from this list. */
export const modules = [
  participants,
  accounts,
  accountNotices,
  addressConfirmation,
  passkeys,
  sessions,
  staff,
  signatures,
  auditLog,
  dataLocks,
  dataQueries,
  plan,
  tracker,
  warningSigns,
  reminders,
  survey,
  consent,
  baseline,
  closure,
  followUps,
  questionnaireResults,
  corrections,
  randomisation,
  adverseEvents,
  linkage,
  audit,
  content,
  mail,
  repeatedCalls,
  releases,
  rateLimitRows,
];

/** Every table that the ORM knows. */
export const entities = modules.flatMap((module) => [...module.entities]);

type Each = (typeof modules)[number];
type EntityTables = InferKyselyDB<Each['entities'][number]>;
type JobsOf<M> = M extends { jobs: infer Jobs } ? keyof Jobs : never;
type EveryJob = Record<JobsOf<Each>, true>;

declare module './platform/database/query.ts' {
  interface Tables extends EntityTables {
    rate_limit: { key: string; points: number; expire: number | null };
  }
}
declare module './platform/jobs/job-queue.ts' {
  interface Jobs extends EveryJob {}
}
