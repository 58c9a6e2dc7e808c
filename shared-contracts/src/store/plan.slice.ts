import type {
  Medication,
  PastPrescription,
  Prescription,
  PrescriptionDefault,
  Schedule,
  SetupAnswer,
  SetupQuestion,
} from '../entities/plan.ts';
import type { Slice } from './slice.ts';

/** The setup questions, the chosen schedule (its id) and its dated steps. */
export interface PlanSlice {
  setupQuestions: SetupQuestion[];
  setupAnswers: SetupAnswer[];
  medication: Medication[];
  schedules: Schedule[];
  schedule: number | null;
  prescriptions: Prescription[];
  /** None from an earlier server or shell. */
  pastPrescriptions?: PastPrescription[] | undefined;
  prescriptionsDefault: PrescriptionDefault[];
  setSetupAnswers(answers: SetupAnswer[]): void;
  setSchedule(schedule: number): void;
  /** Features of earlier releases call it. */
  setPrescriptions(prescriptions: Prescription[]): void;
}

export const createPlanSlice: Slice<PlanSlice> = (set) => ({
  setupQuestions: [],
  setupAnswers: [],
  medication: [],
  schedules: [],
  schedule: null,
  prescriptions: [],
  prescriptionsDefault: [],
  setSetupAnswers: (setupAnswers) => set({ setupAnswers }),
  setSchedule: (schedule) => set({ schedule }),
  setPrescriptions: (prescriptions) => set({ prescriptions }),
});
