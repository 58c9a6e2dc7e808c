import { createHash } from 'node:crypto';
import type { EntityManager } from '../../platform/database/orm.ts';
import { randomWords } from './random-words.ts';

const CODES = 10;
const GROUPS = 4;

/** However it is typed: in capitals, without dashes, with spaces. */
const hashCode = (staffId: string, code: string): string =>
  createHash('sha256')
    .update(`${staffId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)
    .digest('hex');

/** Gives a member of staff ten codes in place of those they had, and returns them, which are kept as hashes alone. */
export async function renewRecoveryCodes(tx: EntityManager, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () => randomWords(GROUPS));
  await forgetRecoveryCodes(tx, staffId);
  for (const code of codes)
    await tx.execute('insert into recovery_code (code_hash, staff_id) values (?, ?)', [
      hashCode(staffId, code),
      staffId,
    ]);
  return codes;
}

/** Uses a code up. False where it is none of theirs, or was used before. */
export async function useRecoveryCode(tx: EntityManager, staffId: string, code: string): Promise<boolean> {
  const used = await tx.execute<unknown[]>(
    'delete from recovery_code where code_hash = ? and staff_id = ? returning 1',
    [hashCode(staffId, code), staffId],
  );
  return used.length > 0;
}

export async function forgetRecoveryCodes(tx: EntityManager, staffId: string): Promise<void> {
  await tx.execute('delete from recovery_code where staff_id = ?', [staffId]);
}

export async function countRecoveryCodes(em: EntityManager, staffId: string): Promise<number> {
  const [row] = await em.execute<{ left: number }[]>(
    'select count(*)::int as left from recovery_code where staff_id = ?',
    [staffId],
  );
  return row?.left ?? 0;
}
