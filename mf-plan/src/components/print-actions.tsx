import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { PrintButton } from '@stepwise/shared-contracts/design-system/print-button';
import { hrefOf } from '../wizard-route.ts';

/** The plan on paper: the page made for the doctor, or the page that is shown. */
export function PrintActions() {
  return (
    <div className="row screen-only">
      <LinkButton variant="quiet" to={hrefOf('doctor')}>
        What to take to the doctor
      </LinkButton>
      <PrintButton />
    </div>
  );
}
