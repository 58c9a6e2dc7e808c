import { mailHref } from '@stepwise/shared-contracts/contacts/contact-links';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { FORM_PATH } from '../consent-steps.ts';

/** Whom to talk to before choosing. Nothing is saved. */
export function AskSomeone() {
  const { navigate, setTitle, site } = useHost();
  const { hours, phone, tel, email } = site.researchTeam;
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>Talk to someone first</PageHeading>
      <p>Take the time you need. Nothing has changed, and nothing has been deleted.</p>
      <p>The research team answers your questions {hours}. You can also talk to your doctor or nurse.</p>
      <p>
        {phone}
        <br />
        {email}
      </p>
      <div className="row">
        <AnchorButton href={tel} icon="phone" variant="quiet">
          Call<span className="visually-hidden"> the research team</span>
        </AnchorButton>
        <AnchorButton href={mailHref(email)} icon="mail" variant="quiet">
          Email<span className="visually-hidden"> the research team</span>
        </AnchorButton>
      </div>
      <p>When you are ready, come back to the consent form.</p>
      <ActionBar>
        <Button onClick={() => navigate(FORM_PATH)}>Resume</Button>
      </ActionBar>
    </div>
  );
}
