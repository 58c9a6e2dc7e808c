import { Card } from '@stepwise/shared-contracts/design-system/card';
import { Icon } from '@stepwise/shared-contracts/design-system/icon';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import styles from './reading-card.module.css';

/** Websites of others about mental health and antidepressants. */
export function ReadingCard({ links }: { links: readonly SiteContent['links']['factSheet'][] }) {
  return (
    <Card className="stack" aria-labelledby="reading-heading">
      <h2 id="reading-heading">To read</h2>
      <ul className={styles.links}>
        {links.map(({ text, url }) => (
          <li key={url}>
            <a className={styles.link} href={url} target="_blank" rel="noopener noreferrer">
              {text}
              <Icon name="external" size={18} />
              <span className="visually-hidden"> (opens in a new window)</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
