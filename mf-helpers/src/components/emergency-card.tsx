import { Card } from '@stepwise/shared-contracts/design-system/card';
import { CrisisList } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';

/** Who to call when it cannot wait. */
export function EmergencyCard({ site: { emergency, counselling } }: { site: SiteContent }) {
  return (
    <Card className="stack" aria-labelledby="emergency-heading">
      <h2 id="emergency-heading">In an emergency</h2>
      <CrisisList contacts={[emergency, counselling]} />
    </Card>
  );
}
