import type { Category, Symptom } from '../entities/tracker.ts';
import { HOME_STEP } from '../entities/user.ts';
import type { ParticipantState } from './participant-store.ts';

export const isLoggedIn = ({ user }: ParticipantState): boolean => user !== null;

/** The home screen shows the timeline once a schedule exists and the home step is Timeline (specification, section 2). */
export const isOnTimeline = ({ user, schedule }: ParticipantState): boolean =>
  schedule !== null && user?.homestep === HOME_STEP.timeline;

export const symptomsOf = (symptoms: readonly Symptom[], category: Category): Symptom[] =>
  symptoms.filter((symptom) => symptom.category === category);
