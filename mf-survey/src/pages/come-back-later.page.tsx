import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';

export function ComeBackLaterPage() {
  const { setTitle, site } = useHost();
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>Thank you for your time</PageHeading>
      <p>You are welcome to come back later and do the survey then.</p>
      <p>
        Until then, keep taking your {trialWords(site).medicine.name} as you do now. If you have questions
        about it, please talk to your doctor.
      </p>
      <ActionBar>
        <LinkButton to="/">Close</LinkButton>
      </ActionBar>
    </div>
  );
}
