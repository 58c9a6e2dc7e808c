import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { Staff } from '../../people/staff/staff.entity.ts';
import { hasRight } from '../../people/staff/staff-rights.ts';

/** Queues a message to each member of the team who may randomise: a participant waits for them. */
export async function notifyAllocators({ db, jobs, now }: Operation, participantId: string): Promise<void> {
  const team = await db.find(Staff, {}, { orderBy: { id: 'asc' } });
  for (const staff of team.filter((each) => hasRight(each, 'allocate')))
    await jobs.tryEnqueue(db, 'send-allocation-notice', `${staff.id} ${participantId}`, now);
}

/**
 * Notifies a member of the team that a participant waits to be randomised, unless that has happened meanwhile or they may
 * not randomise any more. The message names no participant. `key` has the two ids.
 */
export async function sendAllocationNotice(
  { db, content }: Operation,
  key: string,
  { mailer, allocationUrl }: Mailing,
): Promise<void> {
  const [staffId = '', participantId = ''] = key.split(' ');
  const staff = await db.findOne(Staff, { id: staffId });
  const waits = await db.count(Participant, {
    id: participantId,
    awaitsRandomisation: 'team',
    dataConsent: null,
  });
  if (!staff || !hasRight(staff, 'allocate') || waits === 0) return;
  await mailer.send(
    composeMessage(content, content.mail.allocationNotice, { to: staff.email, link: allocationUrl }),
  );
}
