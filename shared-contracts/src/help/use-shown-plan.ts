import { useMemo } from 'react';
import type { Prescription } from '../entities/plan.ts';
import { useParticipant } from '../federation/host-services.tsx';
import { withoutStepsAhead } from '../plan/plan-course.ts';
import { holdWords } from './hold-words.ts';
import { useHelp } from './use-help.ts';

interface ShownPlan {
  /** The plan's steps; while help is on, none that is ahead. */
  prescriptions: readonly Prescription[];
  /** What is said instead of the steps ahead; null while help is off. */
  hold: string | null;
}

/**
 * The plan as pages show it: no reduction is announced or offered while help is on. The team, which may change it, sees it
 * whole. `today` is the person's own day.
 */
export function useShownPlan(today: string): ShownPlan {
  const isActing = useParticipant(({ adminActing }) => adminActing);
  const isHeld = useHelp() !== null && !isActing;
  const prescriptions = useParticipant((state) => state.prescriptions);
  const reports = useParticipant((state) => state.doseReports);
  const hold = useParticipant(({ help, doctor }) => help && holdWords(help, doctor.name));
  return useMemo(
    () =>
      isHeld
        ? { prescriptions: withoutStepsAhead(prescriptions, reports, today), hold: hold ?? '' }
        : { prescriptions, hold: null },
    [isHeld, prescriptions, reports, today, hold],
  );
}
