import type { Category, Symptom } from '../entities/tracker.ts';
import { HOME_STEP, type User } from '../entities/user.ts';
import type { ParticipantState } from './participant-store.ts';

export const isLoggedIn = ({ user }: ParticipantState): boolean => user !== null;

/**
 * The last survey ruled the person out, whether they answered it or a staff member did while acting (specification, section 2).
 * One done for them before they agreed to take part does not count once they have.
 */
export const isIneligible = ({ surveyineligible, actingineligible, consentAgree }: User): boolean =>
  surveyineligible || (actingineligible && !consentAgree);

/**
 * The home screen shows the timeline once a schedule exists and the home step is Timeline (specification, section 2), for
 * as long as the person agrees to take part, the steps before it come first (section 4), and has not left the plan.
 */
export const isOnTimeline = ({ user, schedule }: ParticipantState): boolean =>
  schedule !== null && user?.homestep === HOME_STEP.timeline && user.consentAgree && !user.leftplan;

export const symptomsOf = (symptoms: readonly Symptom[], category: Category): Symptom[] =>
  symptoms.filter((symptom) => symptom.category === category);
