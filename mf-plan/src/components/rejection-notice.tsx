import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import type { PlanRejection } from '@stepwise/shared-contracts/plan/plan-state';
import { useDoseInForce } from '@stepwise/shared-contracts/plan/use-dose-in-force';

/** Why the plan cannot be changed now, and who can help. */
export function RejectionNotice({ rejection }: { rejection: PlanRejection }) {
  const { researchTeam } = useHost().site;
  const dose = useDoseInForce();
  if (rejection === 'dose-unknown')
    return (
      <Notice title="The dose taken now is not known">
        <p>Report it on Home first. A changed plan goes on from there.</p>
      </Notice>
    );
  if (rejection === 'left-plan')
    return (
      <Notice title="You have left the plan">
        <p>
          {dose !== 0 && 'Stay on your present dose. '}To go on with the plan, call the research team on{' '}
          <a href={researchTeam.tel}>{researchTeam.phone}</a> ({researchTeam.hours}).
        </p>
      </Notice>
    );
  if (rejection === 'withdrawn')
    return (
      <Notice title="You no longer take part">
        <p>Your plan stays as it is. Nothing new is recorded without your consent.</p>
      </Notice>
    );
  return (
    <Notice title="Your plan has started">
      <p>
        To change your medicine, its dose or its dates, talk to your doctor or nurse, or call the research
        team on <a href={researchTeam.tel}>{researchTeam.phone}</a> ({researchTeam.hours}).
      </p>
    </Notice>
  );
}
