import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useLocation, useSearchParams } from '@stepwise/shared-contracts/router';
import { AskSomeone } from '../components/ask-someone.tsx';
import { ConfirmErasure } from '../components/confirm-erasure.tsx';
import { ConsentForm } from '../components/consent-form.tsx';
import { DataConsentQuestion } from '../components/data-consent-question.tsx';
import { Declined } from '../components/declined.tsx';
import { LeavePlan } from '../components/leave-plan.tsx';
import { NoContact } from '../components/no-contact.tsx';
import { RetentionOptions } from '../components/retention-options.tsx';
import { StopOptions } from '../components/stop-options.tsx';
import { ThankYou } from '../components/thank-you.tsx';
import { findChosen, findStep } from '../consent-steps.ts';

/** The consent flow (specification, section 2). Visitors may read the form; only participants go further. */
export function ConsentPage() {
  const chosen = findChosen(useLocation().state);
  const [search] = useSearchParams();
  const mayChoose = useParticipant(({ user, adminActing }) => user !== null && !adminActing);
  const step = mayChoose ? findStep(search.get('step')) : null;

  if (chosen) return <ThankYou chosen={chosen} />;
  switch (step) {
    case null:
      return <ConsentForm />;
    case 'declined':
      return <Declined />;
    case 'stop':
      return <StopOptions />;
    case 'leave-plan':
      return <LeavePlan />;
    case 'no-contact':
      return <NoContact />;
    case 'data':
      return <DataConsentQuestion />;
    case 'retention':
      return <RetentionOptions />;
    case 'help':
      return <AskSomeone />;
    default:
      return <ConfirmErasure key={step} choice={step} />;
  }
}
