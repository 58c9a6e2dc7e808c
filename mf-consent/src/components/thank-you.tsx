import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import type { DataConsent } from '@stepwise/shared-contracts/entities/consent';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useState } from 'react';

const WHAT_HAPPENED: Record<DataConsent, string> = {
  agree: 'We keep your information and use it for the research, as you agreed. You are logged out.',
  delete:
    'All your information has been deleted. Copies in our log of changes follow within seven days. You are logged out.',
  anonymous:
    'Everything that identifies you has been deleted. Copies in our log of changes follow within seven days. You are logged out.',
};

/** The end of the flow, once the server has done what was chosen. */
export function ThankYou({ chosen }: { chosen: DataConsent }) {
  const { logOut, setTitle } = useHost();
  const [isClosing, setClosing] = useState(false);
  const close = async () => {
    setClosing(true);
    await logOut();
    setClosing(false);
  };
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>Thank you</PageHeading>
      <p>{WHAT_HAPPENED[chosen]}</p>
      <p>
        Please do not stop your medicine suddenly. Talk to your doctor before you change it. You do not need
        to be in the trial for that.
      </p>
      <ActionBar>
        <Button busy={isClosing} onClick={close}>
          Close
        </Button>
      </ActionBar>
    </div>
  );
}
