import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AllData } from '../entities/all-data.ts';
import { createPeopleSlice, type PeopleSlice } from './people.slice.ts';
import { createPlanSlice, type PlanSlice } from './plan.slice.ts';
import { createSessionSlice, type SessionSlice } from './session.slice.ts';
import { createSurveySlice, type SurveySlice } from './survey.slice.ts';
import { createTrackerSlice, type TrackerSlice } from './tracker.slice.ts';

interface WholeStateActions {
  /** Takes over everything the server knows of the participant. */
  loadAllData(data: AllData): void;
  /** Forgets the participant, as at log-out; the survey goes as well. */
  clear(): void;
}

export type ParticipantState = SessionSlice &
  SurveySlice &
  PeopleSlice &
  PlanSlice &
  TrackerSlice &
  WholeStateActions;
export type ParticipantStore = StoreApi<ParticipantState>;

/** The one store that the shell makes and hands to every feature. */
export const createParticipantStore = (): ParticipantStore =>
  createStore<ParticipantState>()((set, _get, store) => ({
    ...createSessionSlice(set),
    ...createSurveySlice(set),
    ...createPeopleSlice(set),
    ...createPlanSlice(set),
    ...createTrackerSlice(set),
    loadAllData: (data) => set(data),
    clear: () => set(store.getInitialState(), true),
  }));
