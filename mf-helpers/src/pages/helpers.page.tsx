import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { ContactCard } from '../components/contact-card.tsx';
import { EmergencyCard } from '../components/emergency-card.tsx';
import { ReadingCard } from '../components/reading-card.tsx';
import { ResearchTeamCard } from '../components/research-team-card.tsx';
import { YourAccount } from '../components/your-account.tsx';
import styles from './helpers.module.css';

/** Everyone who can help the participant, and how to reach them (specification, section 2). */
export function HelpersPage() {
  const { site, setTitle } = useHost();
  return (
    <div className="page">
      <PageHeading onTitle={setTitle}>Helpers</PageHeading>
      <div className={styles.cards}>
        <ContactCard kind="doctor" />
        <ContactCard kind="support" />
        <EmergencyCard site={site} />
        <ReadingCard links={[site.links.mentalHealth, site.links.factSheet]} />
        <ResearchTeamCard team={site.researchTeam} />
      </div>
      <YourAccount />
    </div>
  );
}
