import type { Call, SuccessOf } from '@stepwise/shared-contracts/calls/call';
import type { Context } from 'koa';
import type { OperationInTransaction } from '../../domain/core/operation/operation.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import { query } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors/app-error.ts';

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
  const reply = await query(em)
    .selectFrom('idempotent_reply')
    .select(['path', 'status', 'body'])
    .where('participant_id', '=', participantId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!reply) return null;
  if (reply.path !== call.path)
    throw new AppError('bad-request', 'This Idempotency-Key belongs to another call.');
  return { status: reply.status, ...(reply.body != null && { body: reply.body }) };
}

/** Saves the success for the save's repeat at the end of its transaction, unless the save erased the participant. */
export function saveReply<C extends Call>(
  { now, pending }: OperationInTransaction,
  participantId: string,
  key: string,
  call: C,
  { status, body }: SuccessOf<C>,
): void {
  pending.statements.push({
    text: `insert into idempotent_reply (participant_id, key, path, status, body, replied_at)
     select id, ?, ?, ?, ?, ? from participant where id = ?`,
    params: [key, call.path, status, body === undefined ? null : JSON.stringify(body), now, participantId],
  });
}
