import type { Context } from 'koa';
import type { Operation } from '../domain/core/operation/operation.ts';
import type { Participant } from '../domain/people/participants/participant.entity.ts';
import { Staff } from '../domain/people/staff/staff.entity.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { isPassword } from '../platform/passwords/password.ts';
import type { SessionData } from '../platform/sessions/session-data.ts';
import { noteFailedAccess } from './note-failed-access.ts';
import type { Services } from './services.ts';

/** How long a log-in, or the password or a passkey given again, stands for the password itself (OWASP ASVS 5, 7.5.1). */
const RECENT_MS = 10 * 60_000;

interface Confirming {
  ctx: Context;
  op: Operation;
  session: SessionData;
  services: Services;
  participant: Pick<Participant, 'id' | 'passwordHash'>;
}

type Proving = Pick<Confirming, 'op' | 'session'>;

/** Whether the password or a passkey is due again before an account is changed. */
export const needsProof = ({ op, session }: Proving): boolean =>
  op.now.getTime() - (session.loggedInAt ?? session.startedAt) >= RECENT_MS;

/** Who uses this session has just proved that it is them. */
export const noteProof = ({ op, session }: Proving): void => {
  session.loggedInAt = op.now.getTime();
};

/**
 * Before a change of how an account is used, or its erasure, where the last proof is not recent: checks the current password
 * of the participant, or of the member of staff whose session it is. Throws unprocessable and too-many-requests.
 */
export async function confirmPassword(
  confirming: Confirming,
  currentPassword: string | undefined,
): Promise<void> {
  if (!needsProof(confirming)) return;
  const fault = await passwordFault(confirming, currentPassword);
  if (fault)
    throw new AppError('unprocessable', 'Some details need correcting.', [
      { path: ['currentPassword'], message: fault },
    ]);
  noteProof(confirming);
}

/**
 * What is wrong with the password that was given, in words; null where it is that of the member of staff whose session it is,
 * or of the participant. Throws too-many-requests.
 */
export async function passwordFault(
  { ctx, op, session, services, participant }: Confirming,
  currentPassword: string | undefined,
): Promise<string | null> {
  const { staffId } = session;
  if (!currentPassword)
    return staffId ? 'Enter your own password to go on.' : 'Enter your current password to go on.';
  const id = staffId ?? participant.id;
  const noteFailure = () =>
    noteFailedAccess(ctx, services, `${staffId ? 'staff' : 'session'}.password-check-failed`, id);
  await services.rateLimits.proof(id).catch((error) => {
    noteFailure();
    throw error;
  });
  const account = staffId ? await op.db.findOne(Staff, { id: staffId }) : participant;
  if (!(await isPassword(account?.passwordHash, currentPassword))) {
    noteFailure();
    return staffId ? 'This is not your password.' : 'This is not your current password.';
  }
  await services.rateLimits.proved(id);
  return null;
}
