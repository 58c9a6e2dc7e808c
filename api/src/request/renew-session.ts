import { LockMode } from '@mikro-orm/core';
import type { Context } from 'koa';
import { lockAuditLog } from '../domain/core/audit/record-audit-event.ts';
import type { Operation } from '../domain/core/operation/operation.ts';
import { Device } from '../domain/people/sessions/device.entity.ts';
import { endActingIn } from '../domain/people/sessions/end-acting.command.ts';
import { notLoggedIn } from '../platform/errors/app-error.ts';
import { type RenewedSession, replaceSession, sessionOf } from '../platform/sessions/session.ts';
import { keyHashOf } from '../platform/sessions/session-store.ts';
import { deviceName } from './device-name.ts';

/**
 * After a new password: a new id for the session of the participant who goes on with it. Throws not-logged-in where the
 * session has ended since the request began, so that no password is saved from there.
 */
export async function renewOwnSession(ctx: Context, op: Operation): Promise<void> {
  const { participantId = '', deviceId = '', keptUntil, startedAt } = sessionOf(ctx);
  const device = deviceId && (await op.db.findOne(Device, deviceId, { lockMode: LockMode.PESSIMISTIC_READ }));
  if (!device) throw notLoggedIn();
  await lockAuditLog(op.db);
  const loggedInAt = op.now.getTime();
  const renewed = { participantId, deviceId: device.id, startedAt, loggedInAt };
  await replaceSession(ctx, op.now, { ...renewed, ...(keptUntil && { keptUntil }) }, op.db);
}

/**
 * Gives the browser a new session in the operation's transaction, as at log-in and around acting. Ends acting in the
 * session before, and that session's device.
 */
export async function renewSession(ctx: Context, op: Operation, data: RenewedSession): Promise<void> {
  const { staffId, deviceId } = sessionOf(ctx);
  if (deviceId) await op.db.nativeDelete(Device, { id: deviceId });
  // Two that end one another's sessions do so in turn.
  await lockAuditLog(op.db);
  if (staffId) await endActingIn({ ...op, actor: `staff:${staffId}` }, keyHashOf(ctx));
  const browser = data.staffId && { browser: deviceName(ctx.get('user-agent')) };
  await replaceSession(ctx, op.now, { ...data, ...browser }, op.db);
}
