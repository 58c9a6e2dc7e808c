import { browserTimeZone, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { DoseReport, Prescription } from '@stepwise/shared-contracts/entities/plan';
import type { TimesPerDay } from '@stepwise/shared-contracts/entities/user';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';

/** The plan as it stands: the chosen schedule's id and name, its dated steps, and the person's local day. */
export interface Plan {
  schedule: number | null;
  name: string;
  /** HTML, sanitised by the server. */
  description: string;
  /** Empty until the server has generated them. */
  steps: readonly Prescription[];
  /** What was reported as taken. Earlier servers send none. */
  reports: readonly DoseReport[] | undefined;
  timesperday: TimesPerDay;
  today: string;
}

export function usePlan(): Plan {
  const { now } = useHost();
  const schedule = useParticipant((state) => state.schedule);
  const schedules = useParticipant((state) => state.schedules);
  const steps = useParticipant((state) => state.prescriptions);
  const reports = useParticipant((state) => state.doseReports);
  const timesperday = useParticipant((state) => state.user?.timesperday ?? 1);
  const chosen = schedules.find(({ id }) => id === schedule);
  return {
    schedule,
    name: chosen?.text ?? '',
    description: chosen?.description ?? '',
    steps,
    reports,
    timesperday,
    today: localDate(now(), browserTimeZone()),
  };
}

/** A participant's plan cannot be changed once the first day is recorded; a researcher may always. */
export const useIsStarted = (): boolean =>
  useParticipant(({ records, adminActing }) => records.length > 0 && !adminActing);
