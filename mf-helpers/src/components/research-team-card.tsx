import { mailHref } from '@stepwise/shared-contracts/contacts/contact-links';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';

/** The research team and when to reach them. */
export function ResearchTeamCard({ team }: { team: SiteContent['researchTeam'] }) {
  return (
    <Card className="stack" aria-labelledby="team-heading">
      <h2 id="team-heading">The research team</h2>
      <p>Questions about the trial or this program? {team.hours}.</p>
      <p>
        {team.phone}
        <br />
        {team.email}
      </p>
      <div className="row screen-only">
        <AnchorButton href={team.tel} icon="phone" variant="quiet">
          Call<span className="visually-hidden"> the research team</span>
        </AnchorButton>
        <AnchorButton href={mailHref(team.email)} icon="mail" variant="quiet">
          Email<span className="visually-hidden"> the research team</span>
        </AnchorButton>
      </div>
    </Card>
  );
}
