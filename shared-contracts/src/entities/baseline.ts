import * as z from 'zod/mini';
import { idSchema } from './id.ts';
import type { Medication, SetupQuestion } from './plan.ts';
import { DURATION_QUESTION, MEDICINE_QUESTION } from './setup.ts';

/** Options of the setup questions about the medicine, its dose and how long it has been taken. */
export const baselineSchema = z.object({ medicine: idSchema, dose: idSchema, duration: idSchema });
export type Baseline = z.infer<typeof baselineSchema>;

/** How the content words the questions before randomisation. */
export const baselineWordsSchema = z.object({
  intro: z.string(),
  medicine: z.string(),
  dose: z.string(),
  duration: z.string(),
  notListed: z.string(),
});

interface Offered {
  setupQuestions: readonly SetupQuestion[];
  medication: readonly Medication[];
}

/** What each question offers; no dose before a medicine is chosen. */
export function baselineOptions({ setupQuestions, medication }: Offered, medicine: number | null) {
  const optionsOf = (id: number) => setupQuestions.find((question) => question.id === id)?.options ?? [];
  return {
    medicine: optionsOf(MEDICINE_QUESTION),
    dose: medication.find(({ setupoption }) => setupoption === medicine)?.doses ?? [],
    duration: optionsOf(DURATION_QUESTION),
  };
}
