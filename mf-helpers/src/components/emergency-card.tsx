import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import { Card } from '@stepwise/shared-contracts/look/card';
import { AnchorButton } from '@stepwise/shared-contracts/look/link-button';

/** Who to call when it cannot wait. */
export function EmergencyCard({ site: { emergency, counselling } }: { site: SiteContent }) {
  return (
    <Card className="stack" aria-labelledby="emergency-heading">
      <h2 id="emergency-heading">In an emergency</h2>
      <ul className="crisis-list">
        {[emergency, counselling].map((contact) => (
          <li key={contact.tel}>
            <span className="small">
              {contact.name}, {contact.label}
            </span>
            <AnchorButton
              href={contact.tel}
              icon="phone"
              variant={contact === emergency ? 'danger' : 'quiet'}
            >
              Call {contact.number}
            </AnchorButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
