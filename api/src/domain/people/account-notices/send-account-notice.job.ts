import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Participant } from '../participants/participant.entity.ts';
import { Staff } from '../staff/staff.entity.ts';

/** One account. */
export type AccountOwner = { participant: string } | { staff: string };
type AccountChange = 'logged-out-elsewhere' | 'passkey-added' | 'passkey-removed' | 'second-factor-added';

const WORDS = {
  'logged-out-elsewhere': 'loggedOutElsewhere',
  'passkey-added': 'passkeyAdded',
  'passkey-removed': 'passkeyRemoved',
  'second-factor-added': 'secondFactorAdded',
} as const satisfies Record<AccountChange, string>;

/** Queues the message about a change of how an account is used. The job carries nothing personal but an id. */
export const notifyOfChange = (
  { db, jobs, now }: Operation,
  change: AccountChange,
  owner: AccountOwner,
): Promise<void> =>
  jobs.enqueue(db, 'send-account-notice', [change, ...Object.entries(owner).flat()].join(' '), now);

/** Notifies the owner of an account of the change. */
export async function sendAccountNotice(
  { db, content }: Operation,
  key: string,
  { mailer, publicUrl, staffAccountUrl }: Mailing,
): Promise<void> {
  const [change, kind, id = ''] = key.split(' ') as [AccountChange, string, string?];
  const isStaff = kind === 'staff';
  const owner = await (isStaff ? db.findOne(Staff, { id }) : db.findOne(Participant, { id }));
  if (!owner?.email) return;
  const link = isStaff ? staffAccountUrl : `${publicUrl}/contact`;
  await mailer.send(composeMessage(content, content.mail[WORDS[change]], { to: owner.email, link }));
}
