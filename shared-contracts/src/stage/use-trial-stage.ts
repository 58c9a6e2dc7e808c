import { useMemo } from 'react';
import { useHelp } from '../help/use-help.ts';
import { useParticipant } from '../host/host-services.tsx';
import { type TrialStage, trialStage } from './trial-stage.ts';

/** Where the participant stands on their own `today` (`YYYY-MM-DD`); null for a visitor. */
export function useTrialStage(today: string): TrialStage | null {
  const help = useHelp();
  const shown = useParticipant((state) => state);
  // Help is another object with each rendering.
  return useMemo(() => trialStage(shown, help, today), [shown, help?.since, help?.readAt, today]);
}
