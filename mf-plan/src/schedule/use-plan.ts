import { browserTimeZone, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { DoseReport, Prescription, Schedule } from '@stepwise/shared-contracts/entities/plan';
import type { TimesPerDay } from '@stepwise/shared-contracts/entities/user';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useShownPlan } from '@stepwise/shared-contracts/help/use-shown-plan';
import {
  type PlanAction,
  type PlanRejection,
  type PlanState,
  planRejection,
  planState,
} from '@stepwise/shared-contracts/plan/plan-state';

/** The plan as it stands: the chosen schedule's id and name, its dated steps, and the person's local day. */
export interface Plan {
  schedule: number | null;
  schedules: readonly Schedule[];
  name: string;
  /** HTML, sanitised by the server. */
  description: string;
  /** Empty until the server has generated them. */
  steps: readonly Prescription[];
  /** What was reported as taken. Earlier servers send none. */
  reports: readonly DoseReport[] | undefined;
  timesperday: TimesPerDay;
  today: string;
  /** What is said instead of the steps ahead while help is on; null while it is off. */
  hold: string | null;
}

export function usePlan(): Plan {
  const { now } = useHost();
  const schedule = useParticipant((state) => state.schedule);
  const schedules = useParticipant((state) => state.schedules);
  const today = localDate(now(), browserTimeZone());
  const { prescriptions: steps, hold } = useShownPlan(today);
  const reports = useParticipant((state) => state.doseReports);
  const timesperday = useParticipant((state) => state.user?.timesperday ?? 1);
  const chosen = schedules.find(({ id }) => id === schedule);
  return {
    schedule,
    schedules,
    name: chosen?.text ?? '',
    description: chosen?.description ?? '',
    steps,
    reports,
    timesperday,
    today,
    hold,
  };
}

/** How the plan stands today; null for a visitor. */
export function usePlanState(): PlanState | null {
  const { now } = useHost();
  // Once: the store asks its selectors again and again.
  const today = localDate(now(), browserTimeZone());
  return useParticipant(
    ({ user, records, ...state }) =>
      user && planState({ ...state, user, isStarted: records.length > 0 }, today),
  );
}

/** Whether their lists can be changed: not once they have withdrawn. */
export const useMayEditLists = (): boolean => usePlanRejection('addActivity') === null;

/** Why the person at the screen may not do it now; null where they may. */
export function usePlanRejection(action: PlanAction): PlanRejection | null {
  const state = usePlanState();
  const actor = useParticipant(({ adminActing }) => (adminActing ? 'team' : 'participant'));
  return state && planRejection(action, state, actor);
}
