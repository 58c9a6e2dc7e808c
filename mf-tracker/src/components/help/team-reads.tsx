import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { teamHoursInWords } from '../../day/team-hours.ts';
import type { Today } from '../../day/today.ts';
import { NextWithPhone, useLacksPhone } from './next-with-phone.tsx';

/** Where the warning sign is: in a check-up that was not saved, in one on its way, or with the team. */
export type WarningStage = 'not-saved' | 'not-sent' | 'saved';

const NEXT: Record<Exclude<WarningStage, 'saved'>, string> = {
  'not-saved': 'Your check-up is not saved. The team does not see it until you add it to your time line.',
  'not-sent': 'Your check-up has not been sent yet. The team does not see it before there is a connection.',
};

interface TeamReadsProps {
  /** Null where none is left of it that the person sees. */
  stage: WarningStage | null;
  today: Today;
}

/** When the team reads a warning sign, and what happens next. Who gave no phone number is asked before it says they call. */
export function TeamReads({ stage, today }: TeamReadsProps) {
  const { site, now } = useHost();
  const { hours, openingHours, holidays = [], afterWarningSign } = site.researchTeam;
  const words = openingHours && teamHoursInWords({ openingHours, holidays }, now(), today.timeZone);
  const lacksPhone = useLacksPhone();
  const text = stage === 'saved' ? !lacksPhone && afterWarningSign : stage && NEXT[stage];
  return (
    <>
      <p>
        {words || `The research team’s hours are ${hours}.`} Outside them nobody can read what you record, so
        please call if you need someone.
      </p>
      <NextWithPhone asks={stage === 'saved' || stage === 'not-sent'}>
        {text && (
          <>
            <strong>What happens next.</strong> {text}
          </>
        )}
      </NextWithPhone>
    </>
  );
}
