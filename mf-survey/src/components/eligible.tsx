import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { isLoggedIn } from '@stepwise/shared-contracts/store/selectors';

export function Eligible() {
  const { setTitle } = useHost();
  const loggedIn = useParticipant(isLoggedIn);
  return (
    <>
      <PageHeading onTitle={setTitle}>
        Congratulations! You are eligible to continue using the product.
      </PageHeading>
      <p>
        The next step is the consent form. It says what the trial does, what it asks of you and what could go
        wrong. Take your time to read it, and talk it over with your doctor or someone you trust. You decide
        whether to take part.
      </p>
      {loggedIn ? (
        <>
          <p>You find the consent form on your Home page, under ‘Consent to Participate’.</p>
          <LinkButton to="/">Home</LinkButton>
        </>
      ) : (
        <>
          <p>
            Please sign up first. Then you find the consent form on your Home page, under ‘Consent to
            Participate’.
          </p>
          <div className="row">
            <LinkButton to="/sign-up">Sign up</LinkButton>
            <LinkButton variant="quiet" to="/">
              Home
            </LinkButton>
          </div>
        </>
      )}
    </>
  );
}
