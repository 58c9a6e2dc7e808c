import type { DataConsent } from '@stepwise/shared-contracts/entities/consent';
import type { StopReason } from '@stepwise/shared-contracts/entities/stop';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { forgetReminder } from '../../care/reminders/daily-reminders.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { EmailChangeNotice } from '../../people/accounts/email-change-notice.entity.ts';
import type { CarriedOutBy } from '../../people/participants/carried-out-by.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { endParticipantSessions } from '../../people/sessions/end-sessions.ts';
import { countErasedAdverseEvents } from '../adverse-events/erase-adverse-events.ts';
import { stopFollowUpReminders } from '../follow-ups/follow-up-reminders.ts';
import { addStop } from './add-stop.ts';
import { eraseByAddress, eraseIdentity } from './erase-identity.ts';

/**
 * Applies what was chosen for a participant's information, at once and for good, saves the receipt, and ends every
 * session of the participant and all acting for them. The caller has locked the participant's row.
 */
export async function withdrawParticipant(
  op: Operation,
  participant: Participant,
  choice: DataConsent,
  { carriedOutBy, reason = 'none-given' }: { carriedOutBy: CarriedOutBy; reason?: StopReason | undefined },
): Promise<void> {
  const { db, modules, content } = op;
  await forgetReminder(db, participant.id);
  await stopFollowUpReminders(db, participant.id);
  if (choice !== 'agree') await eraseFirst(op, participant);
  if (choice !== 'delete')
    addStop(op, participant.id, choice === 'agree' ? 'contact' : 'anonymous', { reason, carriedOutBy });
  await db.flush();
  await endParticipantSessions(op, participant.id);
  // Someone who agrees again confirms the questionnaire again.
  if (choice === 'agree' && participant.awaitsRandomisation) {
    Object.assign(participant, { awaitsRandomisation: null, homeStep: HOME_STEP.questionnaire });
    await db.flush();
  }
  if (choice === 'anonymous') await eraseIdentity(db, modules, participant.id, content);
  // Adverse events stay as a count, and the allocation keeps its place.
  if (choice === 'delete') await countErasedAdverseEvents(db, participant.id);
  await recordWithdrawal(op, participant.id, choice, carriedOutBy);
  if (choice !== 'agree') await forgetSearches(db);
}

/**
 * Changes or deletes the participant's own row, writes the receipt and the audit event: the database does all of it at
 * once, so that none is there without the others. Values in the audit log go with the owner's next nightly job.
 */
async function recordWithdrawal(
  { db, now, actor, onBehalfOf, requestId }: Operation,
  id: string,
  choice: DataConsent,
  carriedOutBy: CarriedOutBy,
): Promise<void> {
  const origin = JSON.stringify({ at: now, actor, onBehalfOf, requestId });
  await db.execute('select record_withdrawal(?, ?, ?, ?, ?::jsonb)', [id, choice, carriedOutBy, now, origin]);
}

/**
 * Erases what does not depend on the participant's row but for the audit log: what is stored by address, or of failed
 * log-ins. Before the audit log is locked, since what sends or writes these down locks them first.
 */
async function eraseFirst({ db: em, modules }: Operation, participant: Participant): Promise<void> {
  const { id } = participant;
  // Only the audit log knows the former ones.
  for (const email of await findAddresses(em, participant)) await eraseByAddress(em, modules, email);
  await em.nativeDelete(EmailChangeNotice, { participant: id });
  const db = query(em);
  await db.deleteFrom('failed_access').where('account', '=', id).execute();
  // Erased with the participant's row, once a notice that is being sent is out.
  await db
    .selectFrom('warning_sign')
    .select('id')
    .where('participant_id', '=', id)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Erases what the team searched for, which may be the participant. */
async function forgetSearches(em: EntityManager): Promise<void> {
  // None that acted a moment ago: PostgreSQL looks for the member of staff of a row that a transaction changes twice, and
  // the transaction that has locked that member of staff may wait for the audit log.
  await em.execute(
    `update session set data = data - '{participantFilter,auditFilter}'::text[]
     where staff_id is not null and (data->'participantFilter' is not null or data->'auditFilter' is not null)`,
  );
}

/** The address of an account and those it had before, without any that is another participant's by now. */
async function findAddresses(em: EntityManager, { id, email }: Participant): Promise<string[]> {
  const rows = await em.execute<{ address: string }[]>(
    `select address from (
       select ?::text as address
       union select unnest(array[v.before->>'email', v.after->>'email'])
       from audit_event e join audit_values v on v.event_id = e.id
       where e.subject = ? and e.type in ('account.registered', 'details.changed')) known
     where address is not null and not exists (select 1 from participant p where p.email = address and p.id <> ?)`,
    [email, id, id],
  );
  return rows.map(({ address }) => address);
}
