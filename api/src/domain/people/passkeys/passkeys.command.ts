import { LockMode } from '@mikro-orm/core';
import type { UsedCredential } from '@stepwise/shared-contracts/entities/passkey';
import { AppError, notFound } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type AccountOwner, notifyOfChange } from '../account-notices/send-account-notice.job.ts';
import { Passkey } from './passkey.entity.ts';
import { type NewPasskey, type RelyingParty, verifyPasskeyUse } from './verify-passkey.ts';

/** More would help no one, and each is shown. */
const MAX_PASSKEYS = 20;

const idOf = (owner: AccountOwner): string => ('staff' in owner ? owner.staff : owner.participant);
const eventOf = <T extends string>(owner: AccountOwner, what: T) =>
  `${'staff' in owner ? ('staff' as const) : ('account' as const)}.passkey-${what}` as const;

/** The passkeys of an account, the oldest first. */
export const findPasskeys = ({ db }: Pick<Operation, 'db'>, owner: AccountOwner): Promise<Passkey[]> =>
  db.find(Passkey, owner, { orderBy: { createdAt: 'asc', id: 'asc' } });

/** Adds a passkey. The caller has locked the account. Throws unprocessable for one too many. */
export async function addPasskey(
  op: Operation,
  owner: AccountOwner,
  { name, ...made }: NewPasskey & { name: string },
): Promise<Passkey> {
  const [count, known] = [await op.db.count(Passkey, owner), await op.db.count(Passkey, { id: made.id })];
  if (count >= MAX_PASSKEYS || known > 0)
    throw new AppError('unprocessable', 'This passkey could not be added.');
  const passkey = op.db.create(Passkey, { ...made, ...owner, name, createdAt: op.now });
  await op.db.flush();
  await op.audit(eventOf(owner, 'added'), idOf(owner), { after: { name } });
  await notifyOfChange(op, 'passkey-added', owner);
  return passkey;
}

/** Throws not-found for a passkey that is not the account's. */
async function findPasskey(op: Operation, owner: AccountOwner, id: string): Promise<Passkey> {
  const passkey = await op.db.findOne(Passkey, { id, ...owner });
  if (!passkey) throw notFound();
  return passkey;
}

export async function renamePasskey(
  op: Operation,
  owner: AccountOwner,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const passkey = await findPasskey(op, owner, id);
  const before = { name: passkey.name };
  passkey.name = name;
  await op.db.flush();
  await op.audit(eventOf(owner, 'renamed'), idOf(owner), { before, after: { name } });
}

export async function removePasskey(op: Operation, owner: AccountOwner, id: string): Promise<void> {
  const { name } = await findPasskey(op, owner, id);
  await op.db.nativeDelete(Passkey, { id });
  await op.audit(eventOf(owner, 'removed'), idOf(owner), { before: { name } });
  await notifyOfChange(op, 'passkey-removed', owner);
}

/** Removes all passkeys of an account. The caller has locked the account. */
export async function removePasskeys(op: Operation, owner: AccountOwner): Promise<void> {
  const passkeys = await findPasskeys(op, owner);
  await op.db.nativeDelete(Passkey, owner);
  for (const { name } of passkeys)
    await op.audit(eventOf(owner, 'removed'), idOf(owner), { before: { name } });
  if (passkeys.length > 0) await notifyOfChange(op, 'passkey-removed', owner);
}

/** The passkey that a browser says it used, whether or not it did. */
export const findUsedPasskey = (
  { db }: Pick<Operation, 'db'>,
  { id }: UsedCredential,
): Promise<Passkey | null> => db.findOne(Passkey, { id });

/**
 * Whether this passkey signed this challenge for this site. Of two uses with one count, as by a copy, one is accepted. The
 * caller has locked the account.
 */
export async function acceptPasskey(
  op: Operation,
  { id }: Passkey,
  { site, challenge, answer }: { site: RelyingParty; challenge: string; answer: UsedCredential },
): Promise<boolean> {
  // As it is now: it may have been removed or used since it was looked up.
  const passkey = await op.db.findOne(
    Passkey,
    { id },
    { refresh: true, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  const counter = passkey && (await verifyPasskeyUse(site, challenge, passkey, answer));
  if (!passkey || counter === null) return false;
  Object.assign(passkey, { counter, lastUsedAt: op.now });
  await op.db.flush();
  return true;
}
