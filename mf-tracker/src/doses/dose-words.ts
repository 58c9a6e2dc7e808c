import { doseBreakdown, doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { TimesPerDay } from '@stepwise/shared-contracts/entities/user';

/** How this participant's doses (mg a day) are worded: `amount` in short, `breakdown` over the day where the trial gives one. */
export interface DoseWords {
  amount(dose: number): string;
  breakdown(dose: number): string | null;
}

export const doseWordsFor = (plan: { schedule: number | null; timesperday: TimesPerDay }): DoseWords => ({
  amount: (dose) => doseText(dose, plan.schedule),
  breakdown: (dose) => doseBreakdown(dose, plan),
});
