import type { Context } from 'koa';
import type { Operation } from '../domain/core/operation/operation.ts';
import type { Device } from '../domain/people/sessions/device.entity.ts';
import {
  type DeviceToken,
  newDeviceToken,
  readDeviceToken,
  writeDeviceToken,
} from '../domain/people/sessions/device-token.ts';
import { exchangeToken, REMEMBERED_MS, replaceToken } from '../domain/people/sessions/devices.command.ts';
import { deviceCookieOf, setDeviceCookie } from '../platform/sessions/device-cookie.ts';
import { type RenewedSession, replaceSession, sessionOf } from '../platform/sessions/session.ts';
import { requestOperation } from './request-operation.ts';
import { acceptedSecrets, type Services } from './services.ts';

/** What a participant's session remembers of its device. */
export const deviceSession = ({
  id,
  participant,
  keyHash,
  loggedInAt,
  expiresAt,
}: Device): RenewedSession => ({
  participantId: participant,
  deviceId: id,
  loggedInAt: loggedInAt.getTime(),
  ...(keyHash && { keptUntil: expiresAt.getTime() }),
});

export const giveToken = (
  ctx: Context,
  { config, linkSecret }: Pick<Services, 'config' | 'linkSecret'>,
  token: DeviceToken,
): void => setDeviceCookie(ctx, config, writeDeviceToken(linkSecret, token), REMEMBERED_MS);

/** After a new password: this browser's token is another one, if it has one, so that a copy does not outlive the old password. */
export async function renewToken(ctx: Context, op: Operation, services: Services): Promise<void> {
  const { deviceId, keptUntil } = sessionOf(ctx);
  if (!deviceId || !keptUntil) return;
  const token = newDeviceToken();
  await replaceToken(op, deviceId, token);
  giveToken(ctx, services, token);
}

/** Begins a session in a browser that its participant keeps logged in, and gives it the next token. */
export async function resumeSession(ctx: Context, services: Services): Promise<void> {
  const token = readDeviceToken(acceptedSecrets(services), deviceCookieOf(ctx, services.config));
  if (!token) return;
  const outcome = await exchangeToken(requestOperation(ctx, services), token, (op, device) =>
    replaceSession(ctx, op.now, deviceSession(device), op.db),
  );
  if (outcome === 'exchanged') giveToken(ctx, services, { ...token, generation: token.generation + 1 });
  if (outcome === 'ended') sessionOf(ctx).deviceEnded = true;
}
