import type { Prescription } from '../entities/plan.ts';

/** Why a dose is asked about once more before it is saved. `mg` is what it is compared with. */
export interface UnusualDose {
  why: 'above-plan' | 'big-increase' | 'below-next';
  mg: number;
}

/**
 * Whether a dose (mg a day) is above the highest of the plan, above the one in force by more than the plan's largest step,
 * or below it by more than one planned step. Null where it is none of these.
 */
export function unusualDose(
  plan: readonly Pick<Prescription, 'dose'>[],
  { dose, inForce }: { dose: number; inForce: number | null },
): UnusualDose | null {
  const doses = plan.map((step) => step.dose);
  const highest = Math.max(...doses, 0);
  if (dose > highest) return { why: 'above-plan', mg: highest };
  if (inForce === null) return null;
  const largest = Math.max(
    ...doses.slice(1).map((each, index) => Math.abs((doses[index] ?? each) - each)),
    0,
  );
  if (dose - inForce > largest) return { why: 'big-increase', mg: inForce };
  const next = doses.filter((each) => each < inForce).sort((a, b) => b - a)[0];
  return next !== undefined && dose < next ? { why: 'below-next', mg: next } : null;
}
