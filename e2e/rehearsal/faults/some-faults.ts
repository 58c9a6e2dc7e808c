import type { FAULTS } from './faults.ts';

/** About what four people do in their first weeks. */
export const FOUND_SOON = [
  'wrong-stratum',
  'slower-schedule-ignored',
  'plan-not-started',
  'record-of-the-wrong-day',
  'flags-not-kept',
  'reminder-twice',
  'strengths-not-saved',
  'dose-question-not-in-the-log',
  'help-is-never-on',
  'reply-forgotten',
] as const satisfies readonly (keyof typeof FAULTS)[];

/** As many of them as are asked for, others for each commit (hexadecimal). */
export function someFaults(count: number, commit: string): string[] {
  const first = Number.parseInt(commit.slice(0, 8), 16) % FOUND_SOON.length;
  return Array.from({ length: count }, (_, index) => FOUND_SOON[(first + index) % FOUND_SOON.length] ?? '');
}
