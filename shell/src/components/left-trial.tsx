import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';

/** Home for who withdrew from the trial and kept the account: what goes on without it, and whom to ask. */
export function LeftTrial() {
  const { site } = useHost();
  const notice = useParticipant(({ stopNotice }) => stopNotice);
  const { phone, tel, hours } = site.researchTeam;
  return (
    <Card className="stack" aria-labelledby="left-heading">
      <h2 id="left-heading">You have left the trial</h2>
      {notice && <p>{notice}</p>}
      <p>
        You need to do nothing here. If you feel worse, call your doctor or nurse. For questions about the
        trial, call the research team on <a href={tel}>{phone}</a> ({hours}).
      </p>
      <LinkButton to="/consent" variant="link">
        Read the consent form again
      </LinkButton>
    </Card>
  );
}
