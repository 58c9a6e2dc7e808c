import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CrisisContacts } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';

interface FeatureFallbackProps {
  /** The feature in plain words. */
  title: string;
  /** Stands where a whole page should be, and so needs the page's heading. */
  heads: boolean;
  site: SiteContent;
  retrying: boolean;
  onRetry: () => void;
}

/** Stands where a feature should be: says which one is missing, offers to try again, and shows how to reach help. */
export function FeatureFallback({ title, heads, site, retrying, onRetry }: FeatureFallbackProps) {
  return (
    <div className="stack">
      {heads && <PageHeading>{title}</PageHeading>}
      <Notice title={`“${title}” is not working right now`} announced>
        <p>
          The other parts of {site.productName} still work, and nothing you saved is lost. Please try again in
          a moment.
        </p>
        <Button busy={retrying} onClick={onRetry}>
          {retrying ? 'Trying again…' : 'Try again'}
        </Button>
      </Notice>
      <CrisisContacts title="If you need help now" contacts={[site.emergency, site.counselling]} />
    </div>
  );
}
