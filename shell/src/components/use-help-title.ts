import { browserTimeZone, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useHelp } from '@stepwise/shared-contracts/help/use-help';

/** Stands above the numbers. On a later day it does not say what was recorded: others may see the phone. */
export function useHelpTitle(): string {
  const { now } = useHost();
  const help = useHelp();
  const later = useParticipant((state) => state.help?.later);
  const dayOf = (instant: Date) => localDate(instant, browserTimeZone());
  const isLater = help !== null && dayOf(new Date(help.since)) < dayOf(now());
  return (isLater && later) || 'If you might hurt yourself, call now';
}
