import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { teamHoursInWords } from '../../day/team-hours.ts';
import type { Today } from '../../day/today.ts';
import { type Urgency, WarningHelp } from './warning-help.tsx';

/** Where the warning sign is: in a check-up that was not saved, in one on its way, or with the team. */
export type WarningStage = 'not-saved' | 'not-sent' | 'saved';

const NEXT: Record<Exclude<WarningStage, 'saved'>, string> = {
  'not-saved': 'Your check-up is not saved. The team does not see it until you add it to your time line.',
  'not-sent': 'Your check-up has not been sent yet. The team does not see it before there is a connection.',
};

interface HelpForTodayProps {
  urgency: Urgency;
  /** Null where none is left of it that the person sees. */
  stage: WarningStage | null;
  today: Today;
}

/** Stays on Home for the rest of a day with a warning sign: whom to call, when the team is there, what happens next. */
export function HelpForToday({ urgency, stage, today }: HelpForTodayProps) {
  const { site, now } = useHost();
  const { hours, openingHours, holidays = [], afterWarningSign } = site.researchTeam;
  const words = openingHours && teamHoursInWords({ openingHours, holidays }, now(), today.timeZone);
  const next = stage === 'saved' ? afterWarningSign : stage && NEXT[stage];
  return (
    <section aria-label="Help for today">
      <WarningHelp
        urgency={urgency}
        hours={
          <>
            <p>
              {words
                ? `${words} Nobody watches this outside them.`
                : `Nobody watches this outside the research team’s hours: ${hours}.`}
            </p>
            {next && (
              <p>
                <strong>What happens next.</strong> {next}
              </p>
            )}
          </>
        }
      />
    </section>
  );
}
