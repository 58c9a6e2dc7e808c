import type { Category, Symptom } from '../entities/tracker.ts';
import type { User } from '../entities/user.ts';
import type { ParticipantState } from './participant-store.ts';

export const isLoggedIn = ({ user }: ParticipantState): boolean => user !== null;

/**
 * The last survey ruled the person out, whether they answered it or a staff member did while acting (specification, section 2).
 * One done for them before they agreed to take part does not count once they have.
 */
export const isIneligible = ({
  surveyineligible,
  actingineligible,
  consentAgree,
}: Pick<User, 'surveyineligible' | 'actingineligible' | 'consentAgree'>): boolean =>
  surveyineligible || (actingineligible && !consentAgree);

export const symptomsOf = (symptoms: readonly Symptom[], category: Category): Symptom[] =>
  symptoms.filter((symptom) => symptom.category === category);
