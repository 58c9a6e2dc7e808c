import type { TrialContent } from './content.ts';
import { helpWords } from './help.ts';
import { dayIn } from './local-time.ts';
import type { PersonFacts } from './person.ts';
import { planOn } from './plan.ts';
import { recordsOf } from './records.ts';
import { medicineOf, mgOf, type StrengthsTruth, strengthsOf } from './strengths.ts';

/** `14/03/2027`. */
const inWords = (day: string): string => day.split('-').reverse().join('/');

/** What documents say of a plan and of the records, in their own words. */
export interface DocumentTruth extends StrengthsTruth {
  /** `40 mg`, or in the medicine's own unit. */
  dose: string;
  taken: [day: string, dose: string][];
  /** A step that waits has no day, nor have those after it. */
  ahead: [day: string | null, dose: string][];
  recorded: string[];
  /** Those ahead on the plan's page and on the doctor's sheet, where one that is due keeps its planned day. */
  steps: [day: string | null, dose: string][];
  /** What is said in the place of the steps ahead while help is on, of which none is shown then. */
  hold: string | null;
}

/** The day on which they last agreed, by the trial's clock, and the version to which. */
export const consentOf = ({ timeZone }: TrialContent, { consent }: PersonFacts) =>
  consent && { day: inWords(dayIn(consent.lastAt, timeZone)), version: consent.version };

/** Null for a person without a plan that has begun. `today` is their own day at the instant `now`. */
export function documentsOn(
  content: TrialContent,
  facts: PersonFacts,
  today: string,
  now: number,
): DocumentTruth | null {
  const plan = planOn(facts.plan, today);
  if (!plan || plan.state === 'chosen' || facts.leftPlan !== null) return null;
  const { unit = 'mg' } = medicineOf(content, facts) ?? {};
  const amount = (dose: number) => `${mgOf(content, facts, dose)} ${unit}`;
  const waits = plan.state === 'step-waiting';
  const { due } = plan;
  const planned = (day: string, index: number) =>
    plan.state === 'step-due' && index === 0 && due ? due : day;
  const hold = helpWords(content, facts, now);
  const shown = hold === null ? plan.ahead : [];
  return {
    dose: amount(plan.dose),
    taken: plan.taken.map(({ day, dose }) => [inWords(day), amount(dose)]),
    ahead: shown.map(({ day, dose }) => [waits ? null : inWords(day), amount(dose)]),
    recorded: recordsOf(facts.checkUps).inForce.map(({ localDate }) => inWords(localDate)),
    steps: shown.map(({ day, dose }, index) => [waits ? null : inWords(planned(day, index)), amount(dose)]),
    hold,
    ...strengthsOf(content, facts, plan.dose),
  };
}
