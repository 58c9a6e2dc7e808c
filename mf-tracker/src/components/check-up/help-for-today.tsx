import type { Today } from '../../day/today.ts';
import { TeamReads, type WarningStage } from '../help/team-reads.tsx';
import { WarningHelp } from './warning-help.tsx';

interface HelpForTodayProps {
  /** Null where none is left of it that the person sees. */
  stage: WarningStage | null;
  today: Today;
}

/** Stays on Home for the rest of a day with a warning sign: whom to call, when the team is there, what happens next. */
export function HelpForToday({ stage, today }: HelpForTodayProps) {
  return (
    <section aria-label="Help for today">
      <WarningHelp urgency="warning" hours={<TeamReads stage={stage} today={today} />} />
    </section>
  );
}
