import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { WizardActions } from '../components/wizard-actions.tsx';
import { hrefOf } from '../wizard-route.ts';

/** Page 11: the plan is set up. */
export function FinishedPage() {
  const { setTitle } = useHost();
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle}>Congratulations! You have set up your well-being plan.</PageHeading>
      <section className="stack" aria-labelledby="next-steps-heading">
        <h2 id="next-steps-heading">Next steps</h2>
        <ol>
          <li>Arrange to speak with your doctor about the new prescription.</li>
          <li>
            When you are ready to start, log in and record your feelings daily. It takes about 2 minutes.
          </li>
        </ol>
      </section>
      <LinkButton variant="quiet" to={hrefOf('doctor')}>
        What to take to the doctor
      </LinkButton>
      <WizardActions page={11}>
        <LinkButton to="/">Next</LinkButton>
      </WizardActions>
    </div>
  );
}
