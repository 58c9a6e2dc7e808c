import { Card } from '@stepwise/shared-contracts/design-system/card';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';

/** The first page of the feature: what the host hands over is here, and what the participant's store holds. */
export function NewFeaturePage() {
  const { setTitle } = useHost();
  const firstName = useParticipant(({ user }) => user?.firstName);
  return (
    <div className="page">
      <PageHeading onTitle={setTitle}>New feature</PageHeading>
      <Card>
        <p>Hello {firstName}. This page is for the team of this feature to write.</p>
      </Card>
    </div>
  );
}
