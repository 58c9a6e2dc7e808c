import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import type { ParticipantRequest } from '../../participant-api/route/route.ts';
import { AppError, notAllowed } from '../../platform/errors/app-error.ts';
import { findPasswordError, hashPassword } from '../../platform/passwords/password.ts';
import { endSessionsOf } from '../../platform/sessions/session.ts';
import { Participant } from '../participants/participant.entity.ts';
import { forgetTokensOf } from './password-reset-token.ts';

/**
 * Saves the participant's own details. An empty password keeps the current one; a new one ends their other sessions. The
 * former address is told of a new one, whoever changed it.
 */
export async function saveDetails(request: ParticipantRequest<typeof saveUser>): Promise<void> {
  const { em, participant, body, isActing, audit, origin, ctx, services, now } = request;
  const { firstName, lastName, phone, password } = body;
  const email = body.email.toLowerCase();
  const refuse = (field: 'email' | 'password', message: string) =>
    new AppError('unprocessable', 'Some details need correcting.', [{ path: [field], message }]);

  const taken = refuse('email', 'Another account uses this email address.');

  if (email !== participant.email && (await em.count(Participant, { email })) > 0) throw taken;
  if (password) {
    if (isActing) throw notAllowed('Only the participant can change the password.');
    const fault = await findPasswordError(password, [email, firstName, lastName]);
    if (fault) throw refuse('password', fault);
    participant.passwordHash = await hashPassword(password);
  }
  // A link sent before goes to the address, and belongs to the password, that were.
  if (password || email !== participant.email) await forgetTokensOf(em, participant.id);
  const before = {
    firstName: participant.firstName,
    lastName: participant.lastName,
    phone: participant.phone,
    email: participant.email ?? null,
  };
  const after = { firstName, lastName, phone, email };
  em.assign(participant, after);
  // Before the trail's lock is taken, so that two who want the same address at once do not wait for each other.
  try {
    await em.flush();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw taken;
    throw error;
  }
  if (before.email && email !== before.email) {
    const id = randomUUID();
    await em.execute(
      'insert into email_change_notice (id, participant_id, email, changed_at) values (?, ?, ?, ?)',
      [id, participant.id, before.email, now],
    );
    await services.jobs.tryEnqueue(em, 'send-email-change-notice', id, now);
  }
  if (password) {
    await audit('password.changed', {});
    await endSessionsOf(em, participant.id, origin, ctx);
  }
  await audit('details.changed', { before, after });
}
