import type { Call, SuccessOf } from '@stepwise/shared-contracts/calls/call';
import type { Context } from 'koa';
import type { Operation } from '../../domain/core/operation/operation.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { IdempotentReply } from './idempotent-reply.entity.ts';

export function readIdempotencyKey(ctx: Context): string | null {
  const key = ctx.get('idempotency-key');
  if (!key) return null;
  if (/^[\w-]{8,64}$/.test(key)) return key;
  throw new AppError(
    'bad-request',
    'The Idempotency-Key has to be 8 to 64 letters, digits, hyphens or underscores.',
  );
}

/** The success that this save was answered with before, or null. Throws when the key was used for another call. */
export async function findReply(
  em: EntityManager,
  participantId: string,
  key: string,
  call: Call,
): Promise<unknown> {
  const reply = await em.findOne(IdempotentReply, { participant: participantId, key });
  if (!reply) return null;
  if (reply.path !== call.path)
    throw new AppError('bad-request', 'This Idempotency-Key belongs to another call.');
  return { status: reply.status, ...(reply.body != null && { body: reply.body }) };
}

/** Saves the success for the save's repeat, unless this save erased the participant. */
export async function saveReply<C extends Call>(
  { db, now }: Operation,
  participantId: string,
  key: string,
  call: C,
  success: SuccessOf<C>,
): Promise<void> {
  await db.flush();
  await db.execute(
    `insert into idempotent_reply (participant_id, key, path, status, body, replied_at)
     select id, ?, ?, ?, ?, ? from participant where id = ?`,
    [
      key,
      call.path,
      success.status,
      success.body === undefined ? null : JSON.stringify(success.body),
      now,
      participantId,
    ],
  );
}
