import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';

/** Why a participant can no longer change the plan, and who can help. */
export function StartedNotice() {
  const { researchTeam } = useHost().site;
  return (
    <Notice title="Your plan has started">
      <p>
        To change your medicine, its dose or its dates, talk to your doctor or nurse, or call the research
        team on <a href={researchTeam.tel}>{researchTeam.phone}</a> ({researchTeam.hours}).
      </p>
    </Notice>
  );
}
