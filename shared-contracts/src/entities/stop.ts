import * as z from 'zod/mini';

/** Why someone stops; the words are with those who ask. */
export const STOP_REASONS = ['none-given', 'health', 'advice', 'effort', 'privacy', 'other'] as const;
export const stopReasonSchema = z.enum(STOP_REASONS);
export type StopReason = z.infer<typeof stopReasonSchema>;
