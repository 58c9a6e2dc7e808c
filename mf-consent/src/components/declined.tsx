import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { AnchorButton, LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { FORM_PATH, stepPath } from '../consent-steps.ts';
import { StopNotice } from './stop-notice.tsx';

/** After declining a new version of the form: what stays possible, before anything is asked about stopping. */
export function Declined() {
  const { setTitle, site } = useHost();
  const stopsRecording = useParticipant(({ reconsent }) => reconsent?.stopsRecording ?? false);
  const hasPlan = useParticipant(({ user }) => user?.randomise && !user.leftplan);
  const { phone, tel, hours } = site.researchTeam;
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>You do not agree to the new form</PageHeading>
      <p>That is your choice. Your answer is saved, and your usual care stays the same.</p>
      <StopNotice />
      <h2>What you can still do</h2>
      <ul>
        <li>Take your time. You can read the form again and agree on any day.</li>
        {hasPlan && (
          <li>
            {stopsRecording
              ? 'See your plan and everything you recorded. New check-ups wait until you agree.'
              : 'Go on with your plan and your check-ups.'}
          </li>
        )}
        <li>Fill in the follow-up questionnaires.</li>
        <li>
          Ask us what the changes mean: {phone}, {hours}.
        </li>
      </ul>
      <div className="row">
        <AnchorButton href={tel} variant="quiet">
          Call the research team
        </AnchorButton>
        <LinkButton to={FORM_PATH} variant="link">
          Read the form again
        </LinkButton>
        <LinkButton to={stepPath('stop')} variant="link">
          Stop taking part, in part or wholly
        </LinkButton>
      </div>
      <ActionBar>
        <LinkButton variant="quiet" to="/">
          Back to Home
        </LinkButton>
      </ActionBar>
    </div>
  );
}
