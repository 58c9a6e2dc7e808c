import { browserTimeZone, localDate } from '../dates/plain-date.ts';
import { useHost, useParticipant } from '../federation/host-services.tsx';
import { useHelp } from '../help/use-help.ts';
import { type TrialStage, trialStage } from './trial-stage.ts';

/** Where the participant stands on their own today; null for a visitor. */
export function useTrialStage(): TrialStage | null {
  const { now } = useHost();
  const help = useHelp();
  const state = useParticipant((shown) => shown);
  return trialStage(state, help, localDate(now(), browserTimeZone()));
}
