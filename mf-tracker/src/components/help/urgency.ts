import type { Symptom } from '@stepwise/shared-contracts/entities/tracker';

/** What the symptoms chosen call for: `crisis` for one about self-harm, `warning` for another warning sign. */
export type Urgency = 'crisis' | 'warning' | 'none';

export function urgencyOf(chosen: readonly Symptom[]): Urgency {
  if (chosen.some(({ selfHarm }) => selfHarm)) return 'crisis';
  return chosen.some(({ redflag }) => redflag) ? 'warning' : 'none';
}

const BY_URGENCY = ['none', 'warning', 'crisis'] as const;

export const mostUrgent = (...urgencies: Urgency[]): Urgency =>
  BY_URGENCY.findLast((urgency) => urgencies.includes(urgency)) ?? 'none';

export const HELP_TITLES: Record<Urgency, string> = {
  crisis: 'If you might hurt yourself, call now',
  warning: 'You marked a warning sign.',
  none: 'Need to talk to someone?',
};
