import type { Action } from './actions.ts';
import type { Arm } from './allocation.ts';
import type { TrialContent } from './content.ts';
import type { DoseQuestion } from './dose-questions.ts';
import { type FollowUpTruth, followUpsAt } from './follow-ups.ts';
import { dayIn } from './local-time.ts';
import { type PlanEvent, type PlanTruth, planOn } from './plan.ts';
import { type CheckUp, lastDayRecorded, type RecordTruth, recordsOf } from './records.ts';
import { isPaused, type ReminderChoice } from './reminders.ts';
import type { ResolvedSign } from './signs.ts';
import type { SurveyTruth } from './survey.ts';

/** What a person did and the server acknowledged. Instants are ms since 1970. */
export interface PersonFacts {
  /** How often they did what is in the facts below without its number. */
  actions: Map<Action, number>;
  survey: SurveyTruth | null;
  /** When they first agreed, and when and to which version last. */
  consent: { at: number; lastAt: number; futureContact: boolean; version: string } | null;
  /** Each time that they agreed, in order. */
  consents: { at: number; version: string; futureContact: boolean }[];
  /** What they answered before they were randomised (ids of options), and the dose of that answer. */
  baseline: { at: number; medicine: number; dose: number; mg: number; duration: number } | null;
  /** Question to option. */
  setupAnswers: Map<number, number>;
  questionnaireConfirmedAt: number | null;
  /** They wait for a manager to randomise them. */
  awaitsTeam: boolean;
  randomised: { at: number; arm: Arm; stratum: string } | null;
  /** Where their device was when it last asked. */
  zone: string;
  plan: PlanEvent[];
  /** In the order in which they were asked. */
  doseQuestions: DoseQuestion[];
  schedule: number | null;
  timesperday: number;
  /** Ids of the forms of their medicine at home; null until they said which. */
  strengths: number[] | null;
  contacts: { doctor: [name: string, phone: string, email: string]; support: [name: string, phone: string] };
  checkUps: CheckUp[];
  resolvedSigns: ResolvedSign[];
  /** Calendar days. */
  adverseEvents: AdverseEvent[];
  /** What the team did about the warning signs of a day. */
  signActions: { date: string; localDate: string; action: string; at: number }[];
  symptoms: { text: string; category: string; redflag: boolean; selfHarm: boolean }[];
  activities: string[];
  reminder: ReminderChoice | null;
  remindersSent: string[];
  /** Those after which none comes until the next record. */
  lastReminders: string[];
  followUpsDone: Map<number, string>;
  followUpsSent: Map<number, number[]>;
  /** Each call about a follow-up, in order. */
  contactAttempts: { at: number; months: number; outcome: string }[];
  /** What they answered to each version of the consent form, in order, as the team reads it. */
  consentAnswers: string[];
  leftPlan: { at: number; reason: string } | null;
  left: Left | null;
}

/** Notes that an action was done. */
export const did = ({ actions }: PersonFacts, action: Action): void =>
  void actions.set(action, (actions.get(action) ?? 0) + 1);

/** As the team recorded it from a warning sign; `onset` and `awareOn` are calendar days. */
export interface AdverseEvent {
  onset: string;
  awareOn: string;
  severity: string;
  relatedness: string;
  expectedness: string;
  outcome: string;
  action: string;
}

/** The outcome for a person's information. They left by their first stop, whatever they stopped later. */
export interface Left {
  at: number;
  as: 'agree' | 'anonymous' | 'delete';
  /** What was chosen for their information, each with its receipt. */
  choices: readonly { at: number; choice: 'agree' | 'anonymous' | 'delete'; by: StoppedBy }[];
  stops: readonly { at: number; degree: 'contact' | 'anonymous'; reason: string; by: StoppedBy }[];
}
type StoppedBy = 'participant' | 'team';

/** `reason` is the one given, by its id. */
export const leave = (
  before: Left | null,
  at: number,
  as: Left['as'],
  reason: string,
  by: StoppedBy = 'participant',
): Left => ({
  at: before?.at ?? at,
  as,
  choices: [...(before?.choices ?? []), { at, choice: as, by }],
  stops: [
    ...(before?.stops ?? []),
    ...(as === 'delete' ? [] : [{ at, degree: as === 'agree' ? ('contact' as const) : as, reason, by }]),
  ],
});

export interface PersonTruth {
  homestep: number;
  randomise: boolean;
  surveydone: boolean;
  surveyineligible: boolean;
  consentAgree: boolean;
  futureContact: boolean;
  reconsent: 'required' | null;
  awaits: 'address' | 'team' | null;
  screen: string;
  dose: number | null;
  taken: { day: string; dose: number }[];
  ahead: PlanTruth['ahead'];
  records: RecordTruth[];
  followUps: FollowUpTruth[];
  reminder: { hour: number | null; isPaused: boolean } | null;
  timesperday: number;
  strengths: number[] | null;
}

/** Whether the consent form in force asks someone who agreed to another version. */
export const reconsentAsked = (
  { consentVersion }: TrialContent,
  { consent }: PersonFacts,
): PersonTruth['reconsent'] => (consent && consent.version !== consentVersion ? 'required' : null);

/** Each follow-up of a person as it stands at an instant; none before they are randomised. */
export const followUpsOf = (
  content: TrialContent,
  { randomised, followUpsDone, followUpsSent, left }: PersonFacts,
  now: number,
): FollowUpTruth[] =>
  randomised
    ? followUpsAt(
        content,
        {
          randomisedAt: randomised.at,
          done: followUpsDone,
          sent: followUpsSent,
          stoppedOn: left && dayIn(left.at, content.timeZone),
        },
        now,
      )
    : [];

/** How a person's account stands, and what their screens show, at an instant. */
export function personAt(content: TrialContent, facts: PersonFacts, now: number): PersonTruth {
  const { survey, consent, randomised, schedule } = facts;
  const isIneligible = survey !== null && !survey.eligible;
  const isReducing = randomised?.arm === 'reduction';
  const plan = planOn(facts.plan, dayIn(now, facts.zone));
  const isConfirmed = facts.questionnaireConfirmedAt !== null;
  const homestep = schedule !== null ? 4 : isConfirmed ? 3 : consent ? 2 : survey && !isIneligible ? 1 : 0;
  const screen = !isReducing
    ? 'not-offered'
    : facts.leftPlan !== null
      ? 'left-plan'
      : (plan?.state ?? 'setting-up');
  const hasReminders = isReducing && schedule !== null && facts.leftPlan === null;
  const { reminder } = facts;
  return {
    homestep,
    randomise: isReducing,
    surveydone: survey !== null,
    surveyineligible: isIneligible,
    consentAgree: consent !== null,
    futureContact: consent?.futureContact ?? false,
    reconsent: reconsentAsked(content, facts),
    awaits: !isConfirmed || randomised ? null : facts.awaitsTeam ? 'team' : 'address',
    screen,
    dose: plan?.dose ?? null,
    taken: plan?.taken ?? [],
    ahead: plan?.ahead ?? [],
    records: recordsOf(facts.checkUps).inForce,
    followUps: followUpsOf(content, facts, now),
    reminder: hasReminders
      ? {
          hour: reminder?.hour ?? null,
          isPaused: reminder
            ? isPaused(reminder, facts.remindersSent, lastDayRecorded(facts.checkUps))
            : false,
        }
      : null,
    timesperday: facts.timesperday,
    strengths: facts.strengths,
  };
}
