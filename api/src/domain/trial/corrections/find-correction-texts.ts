import * as z from 'zod';
import { AuditValues } from '../../core/audit/audit.entities.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Correction, VALUE_KINDS } from './correction.entities.ts';
import { findFieldWords, findValues, takesOf, valueInWords } from './find-values.ts';

const correctedSchema = z.object({ field: z.string(), target: z.string(), value: z.string() });

/** What each correction among these events changed, in words that its participant reads, by the event's id. */
export async function findCorrectionTexts(
  op: Pick<Operation, 'db' | 'content'>,
  participant: string,
  events: readonly { id: number; type: string; at: Date }[],
): Promise<ReadonlyMap<number, string>> {
  const about = events.filter(({ type }) => type === 'value.corrected');
  if (about.length === 0) return new Map();
  const rows = await op.db.find(AuditValues, { event: about.map(({ id }) => id) });
  const corrections = await op.db.find(Correction, { participant });
  const values = await findValues(op, participant, { arms: true });
  const fieldWords = await findFieldWords(op, participant);
  return new Map(
    rows.flatMap(({ event, after }) => {
      // Null once the values of the log are erased.
      const named = correctedSchema.safeParse(after).data;
      const found = corrections.find(
        (each) =>
          each.field === named?.field && each.target === named.target && each.newValue === named.value,
      );
      if (!found) return [];
      const { kind, target, field, oldValue, newValue, reason } = found;
      const known = values.find(
        (each) => each.kind === kind && each.field === field && each.target === target,
      );
      const takes = known?.takes ?? takesOf(found);
      const what =
        kind === 'record'
          ? `${VALUE_KINDS[kind]} of ${valueInWords('day', target)}, ${fieldWords(field)}`
          : (known?.label ?? VALUE_KINDS[kind]);
      const words = `${what}. It was: ${valueInWords(takes, oldValue)}. It is: ${valueInWords(takes, newValue)}.`;
      return [[event, reason ? `${words} Why: ${reason}` : words] as const];
    }),
  );
}
