import type { EntityManager } from '../../../platform/database/orm.ts';
import { Participant } from '../participants/participant.entity.ts';
import { knownOf, Staff } from '../staff/staff.entity.ts';
import { PasswordResetToken } from './password-reset.entities.ts';

export const PASSWORD_RESET = '/account/password-reset';

/** Whose password a token may change. */
export type ResetAccount =
  | { kind: 'participant'; person: Participant; known: string[] }
  | { kind: 'staff'; person: Staff; known: string[] };

/** The account of a token that is still good, with the words its password must not be made of; null otherwise. */
export async function findResetAccount(
  em: EntityManager,
  tokenHash: string | undefined,
  now: Date,
): Promise<ResetAccount | null> {
  if (!tokenHash) return null;
  const token = await em.findOne(PasswordResetToken, { tokenHash, expiresAt: { $gt: now } });
  if (token?.participant) {
    const person = await em.findOneOrFail(Participant, { id: token.participant });
    return { kind: 'participant', person, known: [person.email ?? '', person.firstName, person.lastName] };
  }
  if (token?.staff) {
    const person = await em.findOneOrFail(Staff, { id: token.staff });
    return { kind: 'staff', person, known: knownOf(person) };
  }
  return null;
}

/** Uses a token up. False when it had run out or another request was first. */
export async function useToken(tx: EntityManager, tokenHash: string, now: Date): Promise<boolean> {
  return (await tx.nativeDelete(PasswordResetToken, { tokenHash, expiresAt: { $gt: now } })) > 0;
}

/** Makes the links that were sent to a participant worthless. */
export async function forgetTokensOf(em: EntityManager, participantId: string): Promise<void> {
  await em.nativeDelete(PasswordResetToken, { participant: participantId });
}
