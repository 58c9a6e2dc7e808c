import type { Medication } from '../entities/plan.ts';
import type { TimesPerDay } from '../entities/user.ts';

/**
 * What the content holds, word for word, on making up a dose (mg a day) from the strengths (ids of forms) that a person
 * has: its first row for which they have every form. Null where it holds none. Nothing is worked out here.
 */
export function doseRowText(
  { rows = [] }: Pick<Medication, 'rows'>,
  taken: { dose: number; timesperday: TimesPerDay; strengths: readonly number[] },
): string | null {
  const row = rows.find(
    ({ dose, timesperday, forms }) =>
      dose === taken.dose &&
      timesperday === taken.timesperday &&
      forms.every((form) => taken.strengths.includes(form)),
  );
  return row?.text ?? null;
}
