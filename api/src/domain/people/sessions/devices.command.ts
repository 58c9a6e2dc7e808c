import { randomUUID } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { query } from '../../../platform/database/query.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { hashSessionKey } from '../../../platform/sessions/session-store.ts';
import { createOperation, inTransaction, type Operation } from '../../core/operation/operation.ts';
import { notifyOfChange } from '../account-notices/send-account-notice.job.ts';
import { Device } from './device.entity.ts';
import type { DeviceToken } from './device-token.ts';
import { SessionRow } from './session.entity.ts';

/** How long a device stays logged in after its last use. */
export const REMEMBERED_MS = 30 * 86_400_000;
/** A log-in ends after this time, however often it was used. */
const MAX_REMEMBERED_MS = 365 * 86_400_000;
/** How long the token before goes on being exchanged: for a second tab, or after an answer that was lost. */
const OVERLAP_MS = 60_000;

interface AddedDevice {
  participantId: string;
  name: string;
  /** Of a device that stays logged in. */
  token: DeviceToken | undefined;
  /** Of any other, how long its session lasts at most. */
  sessionMs: number;
}

/** Adds the device of a log-in. Its session begins in the same transaction. */
export async function addDevice(
  op: Operation,
  { participantId, name, token, sessionMs }: AddedDevice,
): Promise<Device> {
  const device = op.db.create(Device, {
    id: randomUUID(),
    participant: participantId,
    name,
    keyHash: token ? hashSessionKey(token.key) : null,
    loggedInAt: op.now,
    lastUsedAt: op.now,
    expiresAt: new Date(op.now.getTime() + (token ? REMEMBERED_MS : sessionMs)),
  });
  await op.db.flush();
  return device;
}

/**
 * Exchanges the token of a device for the next one and hands the device on to `begin`, which begins its session. The token
 * before is exchanged for the same one for a minute. An older one is a copy: the device is ended, with its sessions, for
 * both who hold one. Null where the device is none that stays logged in.
 */
export async function exchangeToken(
  op: Operation,
  { key, generation }: DeviceToken,
  begin: (op: Operation, device: Device) => Promise<void>,
): Promise<'exchanged' | 'ended' | null> {
  const keyHash = hashSessionKey(key);
  return inTransaction(op, async (op) => {
    const owner = await query(op.db)
      .selectFrom('participant')
      .select('id')
      .where('id', '=', (of) =>
        of.selectFrom('device').select('participant_id').where('key_hash', '=', keyHash),
      )
      .forShare()
      .executeTakeFirst();
    if (!owner) return null;
    const participantId = owner.id;
    const device = await op.db.findOne(Device, { keyHash }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!device || device.expiresAt <= op.now) return null;
    if (device.endedAt) return 'ended';
    const isNewest = generation === device.generation;
    const isOverlapping =
      generation === device.generation - 1 &&
      device.rotatedAt &&
      op.now.getTime() - device.rotatedAt.getTime() <= OVERLAP_MS;
    if (!isNewest && !isOverlapping) {
      device.endedAt = op.now;
      await op.db.flush();
      await op.db.nativeDelete(SessionRow, { device: device.id });
      await op.audit('device.token-reused', participantId, {});
      return 'ended';
    }
    if (isNewest) {
      const { timeZone } = op.content.product;
      const { rotatedAt } = device;
      const isFirstToday = !rotatedAt || localDate(rotatedAt, timeZone) !== localDate(op.now, timeZone);
      Object.assign(device, {
        generation: generation + 1,
        rotatedAt: op.now,
        lastUsedAt: op.now,
        expiresAt: new Date(
          Math.min(op.now.getTime() + REMEMBERED_MS, device.loggedInAt.getTime() + MAX_REMEMBERED_MS),
        ),
      });
      await op.db.flush();
      const own = createOperation({ ...op, actor: `participant:${participantId}` });
      // The next ones of the day would bury what else the log says of the person.
      if (isFirstToday) await own.audit('session.resumed', participantId, {});
    }
    await begin(op, device);
    return 'exchanged';
  });
}

/** Gives a device that stays logged in the key of another token: a copy of the one before opens nothing any more. */
export const replaceToken = async ({ db }: Operation, id: string, token: DeviceToken): Promise<void> =>
  void (await db.nativeUpdate(
    Device,
    { id },
    { keyHash: hashSessionKey(token.key), generation: token.generation, rotatedAt: null },
  ));

/** Logs a participant out on one of their devices, and notifies them. The caller has locked the participant. Throws not-found. */
export async function logOutDevice(op: Operation, participantId: string, id: string): Promise<void> {
  const device = await op.db.findOne(
    Device,
    { id, participant: participantId, endedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (!device) throw notFound();
  await op.db.nativeDelete(Device, { id });
  await op.audit('device.logged-out', participantId, { before: { name: device.name } });
  await notifyOfChange(op, 'logged-out-elsewhere', { participant: participantId });
}
