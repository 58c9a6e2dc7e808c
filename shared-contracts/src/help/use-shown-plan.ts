import { useMemo } from 'react';
import type { Prescription } from '../entities/plan.ts';
import { useParticipant } from '../host/host-services.tsx';
import { hasLeftPlan, withoutStepsAhead } from '../plan/plan-steps.ts';
import { holdWords } from './hold-words.ts';
import { useHelp } from './use-help.ts';

interface ShownPlan {
  /** The plan's steps; while help is on, and once the plan was left, none that is ahead. */
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
  const hasLeft = useParticipant(({ user }) => user !== null && hasLeftPlan(user));
  const hold = useParticipant(({ help, doctor }) => help && holdWords(help, doctor.name));
  const isWhole = isActing || !(isHeld || hasLeft);
  const shown = useMemo(
    () => (isWhole ? prescriptions : withoutStepsAhead(prescriptions, reports, today)),
    [isWhole, prescriptions, reports, today],
  );
  return { prescriptions: shown, hold: isHeld ? (hold ?? '') : null };
}
