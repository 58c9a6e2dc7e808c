import { z } from 'zod';
import { demonstration, text } from './content-values.ts';

/** Of ICH E9 (R1). */
const STRATEGIES = [
  'treatment-policy',
  'hypothetical',
  'composite',
  'while-on-treatment',
  'principal-stratum',
] as const;

/** The shape of analysis.yaml: the analysis as it was declared before the first randomisation. */
export const analysisSchema = z.strictObject({
  demonstration,
  version: text,
  population: text,
  /** `months` is one of follow-ups.yaml; `field` and `full` are fields of questionnaires.yaml. */
  outcome: z.strictObject({ text, months: z.int().positive(), field: text, full: text.optional() }),
  estimand: text,
  intercurrentEvents: z.array(z.strictObject({ event: text, strategy: z.enum(STRATEGIES), text })).min(1),
  missingData: text,
  primaryModel: text,
});
