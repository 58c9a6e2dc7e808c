import { createHash, randomUUID } from 'node:crypto';
import type { Operation } from '../../core/operation/operation.ts';
import { Signature, type SignatureProof, type SignedKind } from './signature.entity.ts';

/** Who signs, after they proved that it is them for this one signature, and what the signature means. */
export interface Signing {
  staff: string;
  name: string;
  proof: SignatureProof;
  meaning: string;
}

interface Signed {
  kind: SignedKind;
  target: string;
  /** Whose data it is about; null for everybody's. */
  participant: string | null;
  /** What is signed, as values of JSON. */
  content: unknown;
}

/** The order of an object's fields is no part of what is signed. */
const sortFields = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** SHA-256 (hex) of what is signed. */
export const hashSigned = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(content, sortFields) ?? '')
    .digest('hex');

/** Adds a signature in the transaction of what it signs. The caller has locked the participant's row, if there is one. */
export async function addSignature(
  op: Operation,
  { staff, name, proof, meaning }: Signing,
  { kind, target, participant, content }: Signed,
): Promise<void> {
  const hash = hashSigned(content);
  op.db.create(Signature, {
    ...{ id: randomUUID(), participant, kind, target, staff, name, meaning, proof, hash },
    signedAt: op.now,
  });
  await op.db.flush();
  await op.audit('signature.added', participant, { after: { kind, target, meaning, proof, hash } });
}

/** The signatures of one thing, the first one first. */
export const findSignatures = (
  { db }: Pick<Operation, 'db'>,
  kinds: readonly SignedKind[],
  target: string,
): Promise<Signature[]> =>
  db.find(Signature, { kind: [...kinds], target }, { orderBy: { signedAt: 'asc', id: 'asc' } });
