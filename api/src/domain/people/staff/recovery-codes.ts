import { createHash } from 'node:crypto';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { randomWords } from './random-words.ts';
import { RecoveryCode } from './staff.entity.ts';

const CODES = 10;
const GROUPS = 4;

/** However it is typed: in capitals, without dashes, with spaces. */
const hashCode = (staffId: string, code: string): string =>
  createHash('sha256')
    .update(`${staffId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest('hex');

/** Gives a member of staff ten codes in place of those they had, and returns them, which are stored as hashes only. */
export async function renewRecoveryCodes(tx: EntityManager, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => randomWords(GROUPS));
  await forgetRecoveryCodes(tx, staffId);
  await tx.insertMany(
    RecoveryCode,
    codes.map((code) => ({ codeHash: hashCode(staffId, code), staff: staffId })),
  );
  return codes;
}

/** Uses a code up. False where it is none of theirs, or was used before. */
export async function useRecoveryCode(tx: EntityManager, staffId: string, code: string): Promise<boolean> {
  return (await tx.nativeDelete(RecoveryCode, { codeHash: hashCode(staffId, code), staff: staffId })) > 0;
}

export async function forgetRecoveryCodes(tx: EntityManager, staffId: string): Promise<void> {
  await tx.nativeDelete(RecoveryCode, { staff: staffId });
}

export const countRecoveryCodes = (em: EntityManager, staffId: string): Promise<number> =>
  em.count(RecoveryCode, { staff: staffId });
