import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import type { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { AppError, notAllowed } from '../../../platform/errors/app-error.ts';
import { findPasswordError, hashPassword } from '../../../platform/passwords/password.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Participant } from '../participants/participant.entity.ts';
import { isTimeZone } from '../participants/time-zone.ts';
import { endParticipantSessions } from '../sessions/end-sessions.ts';
import { EmailChangeNotice } from './email-change-notice.entity.ts';
import { guessableWords } from './guessable-words.ts';
import { contactDetailsOf, mergeDetails } from './merge-details.ts';
import { forgetTokensOf } from './password-reset-token.ts';

interface Saving {
  /** The hash of the key of the session that a new password does not end. */
  keptSession: string;
  isKnownAddress: (email: string) => Promise<boolean>;
  /** Why the team changes them, and where the values are from. */
  correction?: { reason: string; source: string };
}

/**
 * Saves the participant's own details. An empty password keeps the current one; a new one ends their other sessions. The
 * former address is notified of a new one, also when it was changed while acting. Throws conflict, unprocessable and
 * not-allowed.
 */
export async function saveDetails(
  op: Operation,
  participant: Participant,
  { password, timeZone, known, ...given }: ParsedBodyOf<typeof saveUser>,
  { keptSession, isKnownAddress, correction }: Saving,
): Promise<void> {
  const { db } = op;
  const details = { ...given, email: given.email.toLowerCase() };
  const { firstName, lastName, phone, email } = known
    ? mergeDetails(contactDetailsOf(participant), details, known)
    : details;
  const reject = (field: 'email' | 'password' | 'timeZone', message: string) =>
    new AppError('unprocessable', 'Some details need correcting.', [{ path: [field], message }]);

  const taken = reject('email', 'Another account uses this email address.');

  if (password) {
    if (op.onBehalfOf) throw notAllowed('Only the participant can change the password.');
    const error = await findPasswordError(password, guessableWords(op.content, [email, firstName, lastName]));
    if (error) throw reject('password', error);
  }
  if (timeZone && !isTimeZone(timeZone)) throw reject('timeZone', 'Choose a time zone from the list.');
  // Checked last, since it discloses who has an account.
  if (email !== participant.email && (await isKnownAddress(email))) throw taken;
  if (password) participant.passwordHash = await hashPassword(password);
  // A link sent before goes to the address, and belongs to the password, that were.
  if (password || email !== participant.email) await forgetTokensOf(db, participant.id);
  const before = {
    ...contactDetailsOf(participant),
    email: participant.email ?? null,
    ...(timeZone !== undefined && { timeZone: participant.timeZone ?? null }),
  };
  const after = {
    ...{ firstName, lastName, phone, email },
    ...(timeZone !== undefined && { timeZone: timeZone || null }),
  };
  db.assign(participant, after);
  // Before the audit log is locked, so that two that want the same address at once do not wait for each other.
  try {
    await db.flush();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw taken;
    throw error;
  }
  if (before.email && email !== before.email) {
    const id = randomUUID();
    const notice = { id, participant: participant.id, email: before.email, changedAt: op.now };
    await db.insert(EmailChangeNotice, notice);
    await op.jobs.tryEnqueue(db, 'send-email-change-notice', id, op.now);
  }
  if (password) {
    await op.audit('password.changed', participant.id, {});
    await endParticipantSessions(op, participant.id, keptSession);
  }
  await op.audit('details.changed', participant.id, { before, after: { ...after, ...correction } });
}
