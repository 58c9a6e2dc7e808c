import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { Participant } from './participant.entity.ts';

/**
 * The participant as they are now, whose row is locked until the transaction ends: of two changes to one person the
 * second waits and sees the first. Throws not-found.
 */
export async function lockParticipant(tx: EntityManager, id: string): Promise<Participant> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
  const participant = await tx.findOne(Participant, { id }, lock);
  if (!participant) throw notFound();
  return participant;
}
