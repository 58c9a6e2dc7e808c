import { hasCheckUps, type Stage, type TrialStage } from './trial-stage.ts';

/**
 * The parts of Home below its greeting.
 * - `step`: what is asked or said of the next step, or of a dose that is not known. - `timeline`: the event plot.
 * - `next-follow-up`: when the next questionnaire comes. - `closing`: what is said at the end of the trial.
 */
export type HomePart =
  | 'help'
  | 'reconsent'
  | 'follow-up'
  | 'onboarding'
  | 'next-follow-up'
  | 'left-plan'
  | 'left-trial'
  | 'closing'
  | 'step'
  | 'check-up'
  | 'yesterday'
  | 'dose'
  | 'timeline'
  | 'info';

/** The stages in which the dose is asked before anything else; also after a long absence. */
const ASKING: readonly Stage[] = ['step-due', 'dose-unknown'];

/** The part that only one stage has. */
const OWN_PART: Partial<Record<Stage, HomePart>> = {
  onboarding: 'onboarding',
  withdrawn: 'left-trial',
  'follow-up-only': 'next-follow-up',
  'left-plan': 'left-plan',
  'trial-over': 'closing',
};

/** What Home shows, the most urgent first. `hasTimeline`: doses or days are recorded. */
export function homeParts({ stage, over }: TrialStage, hasTimeline: boolean): HomePart[] {
  const isHeld = over.help !== null;
  const own = OWN_PART[stage];
  const isAnnounced = stage === 'step-announced';
  const asksDose = ASKING.includes(stage) || over.isBack;
  const step: HomePart[] = isHeld || !(asksDose || isAnnounced) ? [] : ['step'];
  const consent: HomePart[] = over.reconsent ? ['reconsent'] : [];
  const others: HomePart[] = over.followUp ? ['follow-up'] : [];
  // Their plan goes on after the trial.
  if (over.isTrialOver && hasCheckUps(stage)) others.push('closing');
  const rest: HomePart[] = own ? [own] : [];
  if (hasCheckUps(stage)) {
    // A week is left for a step that is announced.
    rest.push(...(isAnnounced ? (['check-up', ...step] as const) : ([...step, 'check-up'] as const)));
    if (over.isYesterdayMissing) rest.push('yesterday');
    rest.push('dose');
  }
  if (hasCheckUps(stage) || (hasTimeline && (stage === 'left-plan' || stage === 'trial-over')))
    rest.push('timeline', 'info');
  if (isHeld) return ['help', ...rest, ...consent, ...others];
  // The dose is answered on its day; a questionnaire is open for weeks.
  return asksDose ? [...consent, ...rest, ...others] : [...consent, ...others, ...rest];
}

/**
 * The part with the only filled button; null where nothing waits to be done. While help is on, only the numbers to call
 * are filled, in the line at the window's top.
 */
export function filledPart({ stage, over }: TrialStage): HomePart | null {
  const { help, reconsent, followUp, isTodayRecorded } = over;
  if (help) return null;
  if (reconsent === 'required' || reconsent === 'stops-recording') return 'reconsent';
  if (hasCheckUps(stage) && !isTodayRecorded) return 'check-up';
  if (followUp) return 'follow-up';
  if (reconsent) return 'reconsent';
  return stage === 'onboarding' ? 'onboarding' : null;
}
