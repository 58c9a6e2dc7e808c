import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { FORM_PATH } from '../consent-steps.ts';

/** A visitor can read the form; agreeing needs an account. */
export function VisitorNextSteps() {
  const returnHere = { returnTo: FORM_PATH };
  return (
    <Card className="stack screen-only" aria-labelledby="next-heading">
      <h2 id="next-heading">Do you want to agree?</h2>
      <p>
        To agree, sign up or log in first. If you do not want to take part, you do not need to do anything.
      </p>
      <div className="row">
        <LinkButton to="/login" state={returnHere} variant="quiet">
          Log in
        </LinkButton>
        <LinkButton to="/sign-up" state={returnHere}>
          Sign up
        </LinkButton>
      </div>
    </Card>
  );
}
