import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { PushSender } from '../../../platform/push/push-sender.ts';

/** What a job sends messages with. */
export interface Mailing {
  mailer: Mailer;
  push: PushSender;
  /** The address of the product, without a slash at the end. */
  publicUrl: string;
  /** The address of the team's page about a warning sign. */
  warningSignUrl: (signId: string) => string;
  /** The address of the team's page about an adverse event. */
  adverseEventUrl: (eventId: string) => string;
  /** The address of the page on which a member of staff changes their own account. */
  staffAccountUrl: string;
  /** The address of the team's page with those who wait to be randomised. */
  allocationUrl: string;
}
