import type { Medication, SetupAnswer } from './plan.ts';

/** Question 1 selects the medicine whose doses question 3 offers (specification, section 9). */
export const MEDICINE_QUESTION = 1;
export const DOSE_QUESTION = 3;
/** How long the medicine has been taken; the content check fixes the id. */
export const DURATION_QUESTION = 5;

/** The doses of the chosen medicine; none before one is chosen. */
export function dosesOffered({
  setupAnswers,
  medication,
}: {
  setupAnswers: readonly SetupAnswer[];
  medication: readonly Medication[];
}): Medication['doses'] {
  const medicine = setupAnswers.find(({ qid }) => qid === MEDICINE_QUESTION)?.oid;
  return medication.find(({ setupoption }) => setupoption === medicine)?.doses ?? [];
}
