/** Faults (faults.ts) that one run has all at once, each with the difference that belongs to it and to none of the others. */
export type FaultSet = Readonly<Record<string, RegExp>>;

/** About what four people do in their first days, all of whom meet what is rare (seed 20). */
export const FAULT_SETS: readonly FaultSet[] = [
  {
    'slower-schedule-ignored': / recommended schedule: .*schedule is/,
    'strengths-not-saved': / day of a person: .*strengths is null/,
    'reminder-twice': / mail of an hour: .* 1 is "[^"]*: Your two minutes" instead of undefined/,
    'flags-not-kept': / saved check-up: .*symptoms is .*,false\].* instead of .*,true\]/,
    'help-is-never-on': / day of a person: .*selfHarm is null/,
  },
  {
    'follow-up-a-month-late': / day of a person: .*followUps is/,
    'plan-not-started': / plan\.started by participant is \d+ instead of undefined/,
    'late-record-wins': / saved check-up: .*madeAt is/,
    'warning-notice-left-to-chance':
      / mail of an hour: .* is undefined instead of "[^"]*: A participant recorded a warning sign"/,
    'dose-question-not-in-the-log': / dose-question\.asked by participant is undefined instead of 1/,
  },
];

/** Another one for each commit (hexadecimal). */
export function setOfCommit(commit: string): FaultSet {
  return FAULT_SETS[Number.parseInt(commit.slice(0, 8), 16) % FAULT_SETS.length] ?? {};
}

/** Any difference is that of a fault by itself. */
export const byItself = (name: string): FaultSet => ({ [name]: /^/ });
