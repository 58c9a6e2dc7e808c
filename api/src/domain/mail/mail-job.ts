import type { EntityManager } from '../../platform/database/orm.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Content } from '../content/load-content.ts';

/** What a job that sends mail works with. */
export interface MailJobDependencies {
  em: () => EntityManager;
  content: Content;
  mailer: Mailer;
  now: () => Date;
  /** The address of the product, without a slash at the end. */
  publicUrl: string;
  /** The address of the team's page about a warning sign. */
  warningSignUrl: (signId: string) => string;
}
