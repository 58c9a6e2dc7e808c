import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import type { User } from '@stepwise/shared-contracts/entities/user';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { isAskedFor } from '@stepwise/shared-contracts/stage/follow-ups';
import { MedicineInformation, OnboardingSteps, STAY_ON } from './onboarding-steps.tsx';

/** Home in usual care: the steps done and the thanks until the first follow-up is due, then what comes next and when. */
export function NextFollowUp({ user }: { user: User }) {
  const followUps = useParticipant((state) => state.followUps) ?? [];
  if (followUps.every(({ state }) => state === 'planned')) return <OnboardingSteps user={user} />;
  const next = followUps.find(({ state }) => state === 'planned');
  return (
    <Card className="stack" aria-labelledby="next-follow-up-heading">
      <h2 id="next-follow-up-heading">What comes next</h2>
      {next ? (
        <p>
          Your {next.months}-month questionnaire opens on {formatDate(next.opensOn)}. We write to you when it
          is due.
        </p>
      ) : (
        followUps.some(isAskedFor) && <p>This questionnaire is the last one.</p>
      )}
      <p>{STAY_ON}</p>
      <MedicineInformation />
    </Card>
  );
}
