import { addDays, daysBetween } from '../dates/plain-date.ts';
import type { FollowUp } from '../entities/follow-up.ts';
import type { DailyRecord } from '../entities/tracker.ts';
import { HOME_STEP, type User } from '../entities/user.ts';
import type { Help } from '../help/help.ts';
import { type PlanState, planState } from '../plan/find-plan-state.ts';
import { type NextDose, nextDose } from '../plan/next-dose.ts';
import { standsStill } from '../plan/plan-steps.ts';
import type { ParticipantState } from '../store/participant-state.ts';
import { isIneligible } from '../store/selectors.ts';
import { isAskedFor, isTrialOver } from './follow-ups.ts';

/**
 * Where a participant stands in the trial.
 * - `onboarding`: the steps up to the plan. - `ready-to-start`: the plan is chosen; the first daily record starts it.
 * - `reducing`: between two steps. - `step-announced`: the next one is at most a week away. - `step-due`: its day has come.
 * - `staying`: the person stays on the dose, until a day or until they say. - `gone-back`: they went back up from a step.
 * - `dose-unknown`: the last dose is only assumed. - `last-step-taken`: no step is left.
 * - `follow-up-only`: usual care. - `left-plan`: they left the plan and stay in the follow-up. - `withdrawn`: they
 *   withdrew their consent and kept the account. - `trial-over`: the last follow-up is closed, and no plan goes on.
 */
export const STAGES = [
  'onboarding',
  'ready-to-start',
  'reducing',
  'step-announced',
  'step-due',
  'staying',
  'gone-back',
  'dose-unknown',
  'last-step-taken',
  'follow-up-only',
  'left-plan',
  'withdrawn',
  'trial-over',
] as const;
export type Stage = (typeof STAGES)[number];

/** The stages in which a plan goes on: daily check-ups, and steps ahead or a dose to ask for. */
const GOING_ON: readonly Stage[] = [
  'ready-to-start',
  'reducing',
  'step-announced',
  'step-due',
  'staying',
  'gone-back',
  'dose-unknown',
];

/** What lies over a stage, whichever it is. */
export interface StageOver {
  help: Help | null;
  /** What a new consent form asks for, or null. */
  reconsent: 'informed' | 'required' | 'stops-recording' | null;
  /** The questionnaire that is asked for now. */
  followUp: FollowUp | null;
  isTodayRecorded: boolean;
  /** Nothing is recorded for yesterday, which can be added until the end of today; not while `isBack`. */
  isYesterdayMissing: boolean;
  /** At least two weeks went by without a record. */
  isBack: boolean;
  /** The last follow-up is closed. */
  isTrialOver: boolean;
}

export interface TrialStage {
  stage: Stage;
  /** Null before randomisation. */
  arm: 'reduction' | 'usual-care' | null;
  /** The next dose; undefined where none is left, and while help is on. */
  next: NextDose | undefined;
  /** While `staying`: until which day, or null until the person says. */
  stayUntil: string | null;
  over: StageOver;
}

/** What decides the stage: of the person and of their records, less than the screens know. */
export interface StageFacts
  extends Pick<
    ParticipantState,
    'schedule' | 'prescriptions' | 'doseReports' | 'followUps' | 'reconsent' | 'adminActing'
  > {
  user: StageUser | null;
  /** In the order of days. */
  records: readonly Pick<DailyRecord, 'localDate'>[];
}

type StageUser = Pick<
  User,
  'homestep' | 'awaits' | 'consentAgree' | 'randomise' | 'leftplan' | 'surveyineligible' | 'actingineligible'
>;

/** Days before a step on which it is announced. */
const ANNOUNCED_DAYS = 7;
/** Days without a record after which a person is welcomed back. */
const ABSENCE_DAYS = 14;

/**
 * Where a participant stands on their own day (`YYYY-MM-DD`), from what they are shown: what the server has and what is
 * unsent. Null for a visitor. While help is on no step ahead is part of it, but for the team.
 */
export function trialStage(facts: StageFacts, help: Help | null, today: string): TrialStage | null {
  const { user, prescriptions, doseReports, records, followUps } = facts;
  if (!user) return null;
  const isHeld = help !== null && !facts.adminActing;
  const plan = planState({ ...facts, user, isStarted: records.length > 0 }, today);
  const isRandomised = user.homestep >= HOME_STEP.plan && !user.awaits && user.consentAgree;
  const next = plan === 'dose-unknown' || isHeld ? undefined : nextDose(prescriptions, doseReports, today);
  const still = standsStill(prescriptions, doseReports, today);
  const stage = stageOf(user, { plan, next, still, isRandomised, today });
  const isOver = isRandomised && isTrialOver(followUps);
  const isAtEnd = isOver && stage !== 'onboarding' && !GOING_ON.includes(stage);
  return {
    stage: isAtEnd ? 'trial-over' : stage,
    arm: isRandomised ? (user.randomise ? 'reduction' : 'usual-care') : null,
    next,
    stayUntil: stage === 'staying' && still?.why === 'stays' ? still.until : null,
    over: { help, isTrialOver: isOver, ...recordsOver(facts, { today, hasCheckUps: hasCheckUps(stage) }) },
  };
}

/** The stages with the timeline: daily check-ups are made. */
export const hasCheckUps = (stage: Stage): boolean => GOING_ON.includes(stage) || stage === 'last-step-taken';

interface Plan {
  plan: PlanState;
  next: NextDose | undefined;
  still: ReturnType<typeof standsStill>;
  isRandomised: boolean;
  today: string;
}

function stageOf(user: StageUser, { plan, next, still, isRandomised, today }: Plan): Stage {
  if (isIneligible(user)) return 'onboarding';
  if (!user.consentAgree) return user.homestep >= HOME_STEP.questionnaire ? 'withdrawn' : 'onboarding';
  if (user.leftplan) return 'left-plan';
  if (!isRandomised) return 'onboarding';
  if (!user.randomise) return 'follow-up-only';
  if (plan === 'setting-up' || user.homestep !== HOME_STEP.timeline) return 'onboarding';
  if (plan === 'chosen') return 'ready-to-start';
  if (plan === 'dose-unknown' || plan === 'last-step-taken') return plan;
  if (still) return still.why === 'back' ? 'gone-back' : 'staying';
  // While help is on no step is announced or asked for.
  if (!next?.day || daysBetween(today, next.day) > ANNOUNCED_DAYS) return 'reducing';
  return next.status === 'due' ? 'step-due' : 'step-announced';
}

function recordsOver(
  { records, followUps, reconsent }: StageFacts,
  { today, hasCheckUps }: { today: string; hasCheckUps: boolean },
): Omit<StageOver, 'help' | 'isTrialOver'> {
  const yesterday = addDays(today, -1);
  const days = records.map(({ localDate }) => localDate);
  const last = days.filter((day) => day < today).at(-1);
  const isMissing = days.some((day) => day < yesterday) && !days.includes(yesterday);
  const isBack =
    hasCheckUps && !days.includes(today) && last !== undefined && daysBetween(last, today) >= ABSENCE_DAYS;
  return {
    reconsent: reconsent
      ? reconsent.stopsRecording
        ? 'stops-recording'
        : reconsent.demand === 'required'
          ? 'required'
          : 'informed'
      : null,
    followUp: followUps?.find(isAskedFor) ?? null,
    isTodayRecorded: days.includes(today),
    isYesterdayMissing: hasCheckUps && isMissing && !isBack,
    isBack,
  };
}
