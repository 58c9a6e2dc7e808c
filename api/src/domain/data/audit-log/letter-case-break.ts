import { hashEvent } from '../../core/audit/record-audit-event.ts';
import type { AuditRow } from './read-audit-log.ts';

/** Whether the hash of an event fits, with its subject written as `subject` where that differs from the row's. */
export const isHashOf = (row: AuditRow, subject: string | null = row.subject): boolean =>
  hashEvent({ ...row, actor: row.actor as never, subject }) === row.hash;

/**
 * The subject as an event was hashed with it, where the event differs from its hash by nothing but capital letters in
 * that id. Releases before this check hashed an id as an address gave it, and PostgreSQL keeps small letters. Null for
 * any other difference.
 */
export function findHashedSubject(row: AuditRow): string | null {
  const characters = [...(row.subject ?? '')];
  const letters = characters.flatMap((character, index) => (/[a-f]/.test(character) ? [index] : []));
  // All capitals first: that is how an id was pasted.
  for (let capitals = 2 ** letters.length - 1; capitals > 0; capitals -= 1) {
    const written = [...characters];
    for (const [bit, index] of letters.entries())
      if (capitals & (1 << bit)) written[index] = written[index]?.toUpperCase() ?? '';
    if (isHashOf(row, written.join(''))) return written.join('');
  }
  return null;
}
