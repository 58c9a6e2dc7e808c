import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { AuditHead } from '../../core/audit/audit.entities.ts';
import { lockAuditLog } from '../../core/audit/record-audit-event.ts';

/** What a witness keeps of the log at an instant: the number and the hash of its last event, signed by the server. */
export interface SignedHead {
  event: number;
  hash: string;
  signedAt: Date;
  /** Ed25519, both in base64url. */
  publicKey: string;
  signature: string;
}

const message = ({ event, hash, signedAt }: Pick<SignedHead, 'event' | 'hash' | 'signedAt'>): Buffer =>
  Buffer.from(`stepwise audit head ${event} ${hash} ${signedAt.toISOString()}`);

export const publicKeyOf = (key: KeyObject): string =>
  String(createPublicKey(key).export({ format: 'jwk' }).x);

/** Signs the log as it ends now, the events of this transaction included. Nothing where there is none. */
export async function signAuditHead(tx: EntityManager, key: KeyObject, now: Date): Promise<void> {
  await lockAuditLog(tx);
  const [last] = await tx.execute<{ event: number; hash: string }[]>(
    'select id as event, hash from audit_event order by id desc limit 1',
  );
  if (!last) return;
  const head = { ...last, signedAt: now };
  const signature = sign(null, message(head), key).toString('base64url');
  tx.create(AuditHead, { ...head, publicKey: publicKeyOf(key), signature });
}

/** Whether a head is as the holder of its key signed it. */
export function isSigned(head: SignedHead): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: head.publicKey }, format: 'jwk' });
  return verify(null, message(head), key, Buffer.from(head.signature, 'base64url'));
}

/** A head as a line of text: in the file of heads, and in the witnesses' mail. */
export const headLine = ({ event, hash, signedAt, publicKey, signature }: SignedHead): string =>
  `audit-head ${event} ${hash} ${signedAt.toISOString()} ${publicKey} ${signature}\n`;

/** The heads in a text, whatever stands between them. A mail program may have broken the lines at their blanks. */
export const readHeads = (text: string): SignedHead[] =>
  [...text.matchAll(/audit-head\s+(\d+)\s+([0-9a-f]{64})\s+(\S+Z)\s+([\w-]{43})\s+([\w-]{86})/g)].map(
    ([, event, hash = '', signedAt = '', publicKey = '', signature = '']) => ({
      event: Number(event),
      hash,
      signedAt: new Date(signedAt),
      publicKey,
      signature,
    }),
  );
